// The cheapest devices for a demand on their page: the answer with its price, what a limit costs, and what cannot be met.

import assert from "node:assert/strict";
import { test, textOf } from "./harness.mjs";
import { onSite, readPoints, result } from "./widgets-shared.mjs";

const widgetOf = (page) => page.locator("ridge-plan");
const set = (page, request) => widgetOf(page).evaluate((element, values) => (element.request = { ...element.request, ...values }), request);

test("plan: the cheapest, its price with source and date, and why the next cheaper ones fail", onSite("plan.html", async (page) => {
  const { options, front, cheapest: place, prices } = await result(page, "ridge-plan");
  const cheapest = options[place];
  const price = prices.find(({ hardware }) => hardware === cheapest.hardware);
  const origin = `${price.source}, ${price.date}`;
  assert.match(origin, /\w.+, 20\d\d-\d\d-\d\d/);
  const headline = (await widgetOf(page).locator(".headline").innerText()).replace(/\s+/g, " ");
  assert.ok(headline.startsWith(`${cheapest.devices} × `), headline);
  assert.ok(headline.includes(`${Number(cheapest.usd_per_hour.toPrecision(4))} USD an hour (${origin})`), headline);
  const text = await textOf(page, "ridge-plan");
  for (const { why } of options) assert.ok(text.includes(why.replace(/[\u00a0\u2009]/g, " ")), why);
  const read = await readPoints(page, "ridge-plan", "front");
  assert.equal(read.length, front.length);
  assert.match(read[0], /: 10\.36 USD an hour, .* between tokens, .*; simulated too$/);
}));

test("plan: a looser limit is never dearer", onSite("plan.html", async (page) => {
  let before = Infinity;
  for (const itl_s of [0.008, 0.02, 0.05, 0.1, 0.4]) {
    await set(page, { demand: { rate_per_s: 10, slo: { ttft_s: 1, itl_s } } });
    const { options, cheapest } = await result(page, "ridge-plan");
    const { usd_per_hour: price } = options[cheapest];
    assert.ok(price <= before, `${price} after ${before} within ${itl_s} s`);
    before = price;
  }
}));

test("plan: a limit that nothing keeps is said, and what falls short", onSite("plan.html", async (page) => {
  await set(page, { demand: { slo: { ttft_s: 1, itl_s: 0.0001 } } });
  const { cheapest, reason } = await result(page, "ridge-plan");
  assert.equal(cheapest, null);
  const text = await textOf(page, "ridge-plan");
  assert.match(text, /none\s+of \d+ layouts considered meets the demand: too slow between tokens/);
  assert.ok(text.includes(reason.replace(/[\u00a0\u2009]/g, " ")), text);
  assert.equal(await widgetOf(page).locator("figure").count(), 0);
}));

test("plan: what is refused is said at its control, and the last plan stays", onSite("plan.html", async (page) => {
  const before = await result(page, "ridge-plan");
  const control = widgetOf(page).locator('[data-field="demand.rate_per_s"]');
  const field = control.locator("input[type=text], input[type=number]").first();
  await field.fill("0");
  await field.press("Enter");
  await control.locator(".refused").waitFor();
  assert.match(await control.locator(".refused").innerText(), /must be/);
  assert.deepEqual(await result(page, "ridge-plan"), before);
}));
