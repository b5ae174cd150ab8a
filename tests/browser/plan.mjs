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
  // The buttons stand in the line of the number, whose words wrap.
  const [number, tools] = await widgetOf(page).evaluate(({ shadowRoot }) => [".headline .value", ".headline .tools"].map((part) => shadowRoot.querySelector(part).getBoundingClientRect().toJSON()));
  assert.ok(tools.top < number.bottom, `the buttons begin at ${tools.top}, below the number, which ends at ${number.bottom}`);
  assert.ok(headline.includes(`${cheapest.usd_per_hour.toFixed(2)} USD an hour (${origin})`), headline);
  const text = await textOf(page, "ridge-plan");
  for (const { why } of options) assert.ok(text.includes(why.replace(/[\u00a0\u2009]/g, " ")), why);
  const read = await readPoints(page, "ridge-plan", "front");
  assert.equal(read.length, front.length);
  assert.match(read[0], /: 10\.36 USD an hour, .* between tokens, .*; simulated too$/);
}));

test("plan: the times of the cheapest open to formulas with their values put in, to serve and to train", onSite("plan.html", async (page) => {
  const box = widgetOf(page).getByRole("dialog", { name: "Where this number comes from" });
  const said = async (fact, formula) => {
    await widgetOf(page).locator(".facts div", { hasText: fact }).locator(".opens").first().click();
    assert.match((await box.innerText()).replace(/[\u00a0\u2009]/g, " "), formula);
    await page.keyboard.press("Escape");
  };
  await said("Between tokens", /= step without a prompt ÷ \(1 − requests ÷ copies × what a prompt adds to a step\)\n= [\d.]+ ms ÷ \(1 − 10\/s ÷ \d+ × [\d.]+ ms\)/);
  await said("First token", /= reading the prompt \+ time ÷ 2 \+ waiting for other prompts\n= [\d.]+ ms \+ [\d.]+ ms ÷ 2 \+ [\d.]+ ms/);
  await set(page, { demand: { tokens: 1e10, days: 30 } });
  await said("The run takes", /= steps × time of a step\n= [\d.,]+ × [\d.]+ s/);
  const { options, cheapest } = await result(page, "ridge-plan");
  const headline = (await widgetOf(page).locator(".headline").innerText()).replace(/[\s\u00a0]+/g, " ");
  assert.match(headline, new RegExp(`^${options[cheapest].devices} × .* USD for the run, ${options[cheapest].usd_per_hour.toFixed(2)} USD an hour`));
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
  assert.match(await control.locator(".refused").innerText(), /^Requests must be a rate .* “0” is too small\.$/);
  assert.deepEqual(await result(page, "ridge-plan"), before);
}));

test("plan: a price of the reader's own changes the choice, is said to be theirs, stays in the address, and can be undone", onSite("plan.html", async (page) => {
  const before = await result(page, "ridge-plan");
  await widgetOf(page).locator("summary", { hasText: "Prices an hour" }).click();
  const box = widgetOf(page).locator('[data-field="price_usd_per_hour.H100"] input');
  assert.equal(await box.getAttribute("placeholder"), String(before.prices.find(({ hardware }) => hardware === "H100")?.usd_per_hour));
  await box.fill("0.5");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.options[document.querySelector("ridge-plan").result.cheapest].hardware === "H100");
  assert.match(await widgetOf(page).locator(".headline").innerText(), /USD an hour \(your price\)/);
  assert.deepEqual(await widgetOf(page).evaluate(({ request }) => request.prices), [{ hardware: "H100", usd_per_hour: 0.5 }]);
  await page.waitForFunction(() => location.hash.includes("prices="));

  await box.fill("cheap");
  const told = widgetOf(page).locator('[data-field="price_usd_per_hour.H100"] .refused');
  assert.match(await told.innerText(), /must be a price from 0 to 1,000,000\sUSD\/h, such as 2 USD\. “cheap” is not a price\.$/);
  assert.deepEqual(await widgetOf(page).evaluate(({ request }) => request.prices), [{ hardware: "H100", usd_per_hour: 0.5 }]);

  await page.reload();
  await page.waitForFunction(() => document.querySelector("ridge-plan")?.result?.prices.some(({ source }) => source === ""));
  await widgetOf(page).locator("summary", { hasText: "Prices an hour" }).click();
  await box.fill("");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.prices.every(({ source }) => source !== ""));
  assert.deepEqual(await result(page, "ridge-plan"), before);
}));

test("plan: a training run instead, its cost against its time, and back to serving", onSite("plan.html", async (page) => {
  const before = await result(page, "ridge-plan");
  await widgetOf(page).locator('[data-field="purpose"] select').selectOption("train");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.options.some(({ micro_batch: micro }) => micro !== null));
  const { options, cheapest: place, front } = await result(page, "ridge-plan");
  const cheapest = options[place];
  assert.ok(cheapest.latency_s <= 30 * 86400);
  const text = await textOf(page, "ridge-plan");
  assert.match(text, /The cheapest way to train on 100 billion tokens within 30 days is \d+ × [^:]+: the run takes [\d.]+ days and costs [\d,.]+ USD\./);
  assert.ok(!/between tokens|first token/i.test(text), text);
  const read = await readPoints(page, "ridge-plan", "front");
  assert.equal(read.length, front.length);
  assert.match(read[0], /the run takes .* and costs /);
  assert.equal(await widgetOf(page).locator('[data-field="demand.rate_per_s"], [data-field="demand.slo.itl_s"]').count(), 0);
  await widgetOf(page).locator('[data-field="demand.days"] input.number').fill("0.001");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.cheapest === null);
  assert.match(await textOf(page, "ridge-plan"), /can train on .* too late|too late/);
  await widgetOf(page).locator('[data-field="purpose"] select').selectOption("serve");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.cheapest !== null);
  assert.deepEqual(await result(page, "ridge-plan"), before);
}));

test("plan: a device whose price no page states is one to choose once it has one", onSite("plan.html", async (page) => {
  await set(page, { demand: { rate_per_s: 0.1, slo: { ttft_s: null, itl_s: null } } });
  await widgetOf(page).locator("summary", { hasText: "Prices an hour" }).click();
  await widgetOf(page).getByLabel("A device without a known price").selectOption("M2_Ultra");
  const box = widgetOf(page).locator('[data-field="price_usd_per_hour.M2_Ultra"] input');
  await box.fill("0.001");
  await page.waitForFunction(() => document.querySelector("ridge-plan").result.prices.some(({ hardware }) => hardware === "M2_Ultra"));
  assert.deepEqual(await widgetOf(page).evaluate(({ request }) => request.prices), [{ hardware: "M2_Ultra", usd_per_hour: 0.001 }]);
}));

for (const [page, figure] of [["load.html", "usd_per_million_tokens"], ["train.html", "cost_usd"]])
  test(`${page}: twice the price is twice the cost, and the price of the file stands in the empty box`, onSite(page, async (opened) => {
    const tag = page.replace(/(.*)\.html/, "ridge-$1");
    const { run: before } = await result(opened, tag);
    const box = opened.locator(`${tag} [data-field="price_usd_per_hour"] input.number`);
    const price = Number(await box.getAttribute("placeholder"));
    assert.ok(price > 0);
    await box.fill(String(2 * price));
    await opened.waitForFunction(([tag, figure, wanted]) => Math.abs(document.querySelector(tag).result.run[figure] / wanted - 1) < 1e-9, [tag, figure, 2 * before[figure]]);
  }));

test("plan: on a phone reasons have the whole width, and what sticks leaves the charts two thirds of the window", onSite("plan.html", async (page) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const widget = widgetOf(page);
  const why = await widget.locator(".listed tbody td:last-child").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width / cell.closest("table").getBoundingClientRect().width));
  assert.ok(why.length > 0 && Math.min(...why) > 0.95, JSON.stringify(why));
  await widget.locator("svg[data-name=front]").evaluate((found) => found.scrollIntoView({ block: "center", behavior: "instant" }));
  const [headline, bar] = await Promise.all([".headline", ".rail"].map((part) => widget.locator(part).first().boundingBox()));
  assert.ok(Math.abs(headline.y) < 1 && Math.abs(bar.y + bar.height - 780) < 1, JSON.stringify([headline, bar]));
  // The buttons have no row of their own.
  const [band, tools] = await Promise.all([".headline .band", ".headline .tools"].map((part) => widget.locator(part).boundingBox()));
  assert.ok(tools.y < band.y + band.height && band.y < tools.y + tools.height, JSON.stringify([band, tools]));
  assert.ok(headline.height + bar.height < 780 / 3, JSON.stringify([headline.height, bar.height]));
}));
