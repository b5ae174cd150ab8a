// One order of learning, in labs/order.json: what leads from lab to lab goes by it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { coursesOf } from "../../web/build/labs/courses.js";
import { inOrder, labsIn } from "../../web/build/labs/order.js";
import { labCards } from "../../web/build/pages/home-page.js";

const labs = fileURLToPath(new URL("../../labs", import.meta.url));
const order = JSON.parse(readFileSync(`${labs}/order.json`, "utf8")) as string[];
const specOf = (name: string): { prerequisites: string[]; next: string[] } => JSON.parse(readFileSync(`${labs}/${name}/lab.json`, "utf8"));
/** The places in the order of the labs that a text leads to. */
const ledTo = (text: string): number[] => [...text.matchAll(/\]\(\.\.\/([\w-]+)\/index\.html/g)].map(([, name]) => order.indexOf(name!));

it("has every lab of this project once", () => {
  expect([...order].sort()).toEqual(labsIn(labs));
  expect(inOrder(labs, labsIn(labs))).toEqual({ names: order, remarks: [] });
});

describe.each(order.map((name, place) => [name, place] as const))("%s", (name, place) => {
  it("leads to the lab after it first, and to none before it", () => {
    const places = specOf(name).next.flatMap(ledTo);
    expect(places[0]).toBe(place + 1 < order.length ? place + 1 : undefined);
    for (const one of places) expect(one).toBeGreaterThan(place);
  });

  it("asks for labs before it only", () => {
    for (const one of specOf(name).prerequisites.flatMap(ledTo)) expect([...order.keys()].slice(0, place)).toContain(one);
  });
});

it.each(coursesOf(labs, order).courses.map((course) => [course.name, course] as const))("is the order of the course %s, which chooses its labs", (_, { weeks }) => {
  const places = weeks.flatMap((week) => week.labs.map((name) => order.indexOf(name)));
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

it("is the order of the home page", () => {
  expect([...labCards(labs).matchAll(/href="\.\/labs\/([\w-]+)\/index\.html"/g)].map(([, name]) => name)).toEqual(order);
});
