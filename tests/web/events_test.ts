// What a lab tells scripts of its page, as custom-elements.json and events.schema.json have it.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { labModule } from "../../web/build/release/manifest.js";
import { wrongDetails } from "./event_check.js";
import { LAB, newPage, pageOf, placed, WidgetPart } from "./living_lab.js";
import { buttonOf, type Part } from "./parts.js";

beforeEach(() => newPage());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("events of a lab have the fields that they are described with, and no others", async () => {
  const [{ tagName, events }] = labModule()["declarations"] as [{ tagName: string; events: { name: string; description: string }[] }];
  const page = placed(tagName, {}, ...pageOf(LAB, new WidgetPart()));
  const told: Record<string, object> = {};
  for (const { name } of events) page.addEventListener(name, (event) => void (told[name] = (event as CustomEvent<object>).detail));
  const exercise: Part = page.querySelector("#exercise-time")!;
  exercise.querySelector("input")!.types("5");
  buttonOf(exercise, "Check")!.click();
  await vi.waitFor(() => expect(Object.keys(told)).toEqual(["ridge-answer"]));
  page.querySelector("#student-name")!.types("Ada");
  buttonOf(page, "Download")!.click();
  expect(Object.fromEntries(Object.entries(told).map(([name, detail]) => [name, Object.keys(detail)]))).toEqual(Object.fromEntries(events.map(({ name, description }) => [name, /\{(.*)\}/.exec(description)![1]!.split(", ")])));
  expect(wrongDetails(told)).toEqual([]);
  for (const [name, detail] of Object.entries(told)) expect(wrongDetails({ [name]: { ...detail, lab: 1 } })).toEqual([`/${name}/lab must be string`]);
});
