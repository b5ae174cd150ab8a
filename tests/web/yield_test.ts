// Between two tests a worker hears what was sent to it. Vitest's runner gives up on one that does not answer for a minute, as
// one whose tests compute without a pause, and then fails with every test passed: see yield.ts.

import { MessageChannel } from "node:worker_threads";
import { afterAll, expect, it } from "vitest";

const { port1, port2 } = new MessageChannel();
const heard: string[] = [];
port1.on("message", (words: string) => heard.push(words));
afterAll(() => port1.close());

it("is sent a message while a test runs, which does not hear it", () => {
  port2.postMessage("are you there?");
  expect(heard).toEqual([]);
});

it("has heard it before the next test", () => {
  expect(heard).toEqual(["are you there?"]);
});
