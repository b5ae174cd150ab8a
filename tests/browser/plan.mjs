// The cheapest devices for a demand on their page: the answer with its price, what a limit costs, and what cannot be met.

import assert from "node:assert/strict";
import { test, textOf } from "./harness.mjs";
import { onSite, readPoints, result } from "./widgets-shared.mjs";

const widgetOf = (page) => page.locator("ridge-plan");
const set = (page, request) => widgetOf(page).evaluate((element, values) => (element.request = { ...element.request, ...values }), request);

test("plan: the cheapest, its price with source and date, and why the next cheaper ones fail", onSite("plan.html", async (page) => {
  const { front, cheaper, prices } = await result(page, "ridge-plan");
  const [cheapest] = front;
  const price = prices.find(({ device }) => device === cheapest.device);
  const origin = `${price.source}, ${price.date}`;
  assert.match(origin, /\w.+, 20\d\d-\d\d-\d\d/);
  const headline = (await widgetOf(page).locator(".headline").innerText()).replace(/\s+/g, " ");
  assert.ok(headline.startsWith(`${cheapest.devices} × `), headline);
  assert.ok(headline.includes(`${Number(cheapest.price_usd_per_hour.toPrecision(4))} USD an hour (${origin})`), headline);
  const text = await textOf(page, "ridge-plan");
  for (const { why } of cheaper) assert.ok(text.includes(why.replace(/[\u00a0\u2009]/g, " ")), why);
  const read = await readPoints(page, "ridge-plan", "front");
  assert.equal(read.length, front.length);
  assert.match(read[0], /: 10\.36 USD an hour, .* between tokens, .*; simulated too$/);
}));

test("plan: a looser limit is never dearer", onSite("plan.html", async (page) => {
  let before = Infinity;
  for (const slo_itl_s of [0.008, 0.02, 0.05, 0.1, 0.4]) {
    await set(page, { slo_itl_s });
    const { front } = await result(page, "ridge-plan");
    assert.ok(front[0].price_usd_per_hour <= before, `${front[0].price_usd_per_hour} after ${before} within ${slo_itl_s} s`);
    before = front[0].price_usd_per_hour;
  }
}));

test("plan: a limit that nothing keeps is said, and what falls short", onSite("plan.html", async (page) => {
  await set(page, { slo_itl_s: 0.0001 });
  const { feasible, cheaper } = await result(page, "ridge-plan");
  assert.equal(feasible, false);
  const text = await textOf(page, "ridge-plan");
  assert.match(text, /none\s+of \d+ layouts meets this: too slow between tokens/);
  assert.ok(text.includes(cheaper[0].why.replace(/[\u00a0\u2009]/g, " ")), text);
  assert.equal(await widgetOf(page).locator("figure").count(), 0);
}));

test("plan: what is refused is said at its control, and the last plan stays", onSite("plan.html", async (page) => {
  const before = await result(page, "ridge-plan");
  const control = widgetOf(page).locator('[data-field="rate_per_s"]');
  const field = control.locator("input[type=text], input[type=number]").first();
  await field.fill("0");
  await field.press("Enter");
  await control.locator(".refused").waitFor();
  assert.match(await control.locator(".refused").innerText(), /must be/);
  assert.deepEqual(await result(page, "ridge-plan"), before);
}));
