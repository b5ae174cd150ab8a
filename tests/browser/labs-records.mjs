// What a lab's page sends where its teacher adds ridgepoint-record.js: nothing without it, and each event to the address in the tag.

import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { feedback, onLab } from "./labs-shared.mjs";

const TO = "/records/statements";

/** The sample lab with this tag in its page. What `store` takes is in `sent`; `complaints` are what the script says in the console. */
const recorded = (attributes, body, { store = () => 204, complaints = [] } = {}) => onLab(async (page, opened, { address }) => {
  const sent = [], posted = [];
  page.on("request", (request) => request.method() === "GET" || posted.push(request.url()));
  let asked = 0;
  await page.route(`**${TO}`, (route) => {
    const status = store(asked++);
    if (status === 0) return route.abort();
    if (status < 300) sent.push({ headers: route.request().headers(), body: route.request().postDataJSON() });
    return route.fulfill({ status });
  });
  await page.route("**/labs/sample/index.html", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</head>", attributes === null ? "</head>" : `<script src="../../ridgepoint-record.js" ${attributes}></script></head>`) });
  });
  await page.reload();
  await body(page, { sent, posted, address });
  // The browser tells of what failed in words of its own, which are not the script's.
  const said = opened.faults.splice(0).filter((one) => !one.startsWith("Failed to load resource"));
  assert.equal(said.length, complaints.length, said.join("\n"));
  for (const [index, one] of complaints.entries()) assert.ok(said[index].startsWith(`ridgepoint-record.js: ${one}`), said[index]);
});

const answer = async (page, value, said) => {
  await page.locator("#answer-time").fill(value);
  await page.locator("#answer-time").press("Enter");
  await feedback(page, "time", said);
};
/** Files of the page may still be on their way, and records too. */
async function arrived(sent, count) {
  for (let looks = 0; sent.length < count && looks < 400; looks += 1) await new Promise((done) => setTimeout(done, 25));
  return sent.splice(0);
}
const handIn = async (page) => {
  await page.locator("#student-name").fill("Ada");
  await Promise.all([page.waitForEvent("download"), page.locator("#submission button[type=submit]").click()]);
};

test("records: without the script a lab sends nothing", recorded(null, async (page, { sent, posted }) => {
  await answer(page, "5", /Not yet/);
  await answer(page, "1.54", /Right/);
  await handIn(page);
  assert.deepEqual([sent, posted], [[], []]);
}));

test("records: each event goes as it stands to the address in the tag", recorded(`data-to="${TO}" data-authorization="Basic QQ=="`, async (page, { sent, posted, address }) => {
  await answer(page, "1.54", /Right/);
  await handIn(page);
  const [first, second] = await arrived(sent, 2);
  assert.equal(first.headers.authorization, "Basic QQ==");
  const { at, id, session, ...event } = first.body;
  assert.match(`${id} ${session}`, /^[\w-]{36} [\w-]{36}$/);
  assert.deepEqual([second.body.session, second.body.id === id], [session, false]);
  assert.ok(Math.abs(Date.now() - Date.parse(at)) < 3_600_000);
  assert.deepEqual(event, { event: "ridge-answer", lab: "sample", version: 1, exercise: "time", answer: 1.54, tries: 1, predicted: false, points: 2, of: 2, correct: true });
  assert.deepEqual([second.body.event, second.body.submission.student], ["ridge-submission", { name: "Ada" }]);
  assert.deepEqual([...new Set(posted)], [`${address}${TO}`]);
}));

test("records: as xAPI, an answer and a submission are statements of the account in the tag", recorded(`data-to="${TO}" data-as="xapi" data-account="s1" data-account-of="https://school.example.org"`, async (page, { sent, address }) => {
  await answer(page, "5", /Not yet/);
  await answer(page, "1.54", /Right/);
  await handIn(page);
  const statements = await arrived(sent, 3);
  assert.equal(new Set(statements.map(({ body }) => body.id)).size, 3);
  for (const { headers, body } of statements) {
    assert.equal(headers["x-experience-api-version"], "1.0.3");
    assert.deepEqual(body.actor, { account: { homePage: "https://school.example.org", name: "s1" } });
    assert.ok(!Number.isNaN(Date.parse(body.timestamp)));
  }
  const [, right, whole] = statements.map(({ body: { verb, object, result } }) => ({ verb: verb.id, object: object.id, result }));
  const here = `${address}/labs/sample/index.html`;
  assert.deepEqual(right, { verb: "http://adlnet.gov/expapi/verbs/answered", object: `${here}#exercise-time`, result: { response: "1.54", success: true, score: { raw: 2 * (1 - 1 / 3), min: 0, max: 2, scaled: 1 - 1 / 3 } } });
  assert.equal(await page.locator("#exercise-time").count(), 1);
  assert.deepEqual([whole.verb, whole.object], ["http://adlnet.gov/expapi/verbs/completed", here]);
  assert.equal(whole.result.score.raw.toFixed(4), "1.3333");
}));

test("records: what a store does not take now it gets with the next event, in order, and what it refuses is not sent again", recorded(`data-to="${TO}"`, async (page, { sent }) => {
  await Promise.all([page.waitForEvent("console", (message) => message.text().includes("kept for later")), answer(page, "5", /Not yet/)]);
  await Promise.all([page.waitForEvent("console", (message) => message.text().includes("answered 429; 1 kept")), answer(page, "6", /Not yet/)]);
  await answer(page, "1.54", /Right/);
  const taken = await arrived(sent, 2);
  assert.deepEqual(taken.map(({ body }) => body.answer), [5, 1.54]);
}, {
  // Not there; then the first answer; the second too early, and then unreadable; the third.
  store: (asked) => [0, 204, 429, 400, 204][asked],
  complaints: [`${TO} did not answer; 1 kept for later`, `${TO} answered 429; 1 kept for later`, `${TO} answered 400 to {"id":"`],
}));

test("records: a tag that cannot work says what is missing, and sends nothing", recorded(`data-as="xml"`, async (page, { posted }) => {
  await answer(page, "1.54", /Right/);
  assert.deepEqual(posted, []);
}, { complaints: ["data-to must be the address to send to, and is missing", "data-as must be event or xapi, given xml"] }));
