// For a page with a lab, whose teacher keeps records: sends each answer and each submission to the address in data-to, as the event's
// own JSON or, with data-as="xapi", as an xAPI 1.0.3 statement. Without this script nothing is recorded and nothing is sent.
{
  const { to, as = "event", authorization, account, accountOf = location.origin } = document.currentScript.dataset;
  const complain = (reason) => console.error(`ridgepoint-record.js: ${reason}`);
  const wrong = [
    !to && "data-to must be the address to send to, and is missing",
    !["event", "xapi"].includes(as) && `data-as must be event or xapi, given ${as}`,
    as === "xapi" && !account && "data-account must say who the student is to the record store, and is missing",
  ].filter(Boolean);
  wrong.forEach(complain);

  const VERBS = { "ridge-answer": "answered", "ridge-submission": "completed" };
  /** An answer is to an exercise of the lab, and a submission to the lab. */
  const statement = (id, name, { lab, exercise, answer, points, of, correct, submission }) => ({
    id,
    actor: { account: { homePage: accountOf, name: account } },
    verb: { id: `http://adlnet.gov/expapi/verbs/${VERBS[name]}`, display: { en: VERBS[name] } },
    object: {
      id: location.href.split("#")[0] + (exercise ? `#exercise-${exercise}` : ""),
      definition: { name: { en: exercise ? `${lab}: ${exercise}` : lab } },
    },
    result: {
      ...(exercise ? { response: JSON.stringify(answer) } : {}),
      ...(typeof correct === "boolean" ? { success: correct } : {}),
      ...score(exercise ? { points, of } : (submission.shown ?? {})),
    },
    timestamp: new Date().toISOString(),
  });
  const score = ({ points, of }) => (of > 0 ? { score: { raw: points, min: 0, max: of, scaled: points / of } } : {});

  /** What was not taken yet, in the order in which it came. */
  const waiting = [];
  /** Without a login, in time or too often: another try may succeed. */
  const PASSING = [401, 403, 408, 425, 429];
  const session = crypto.randomUUID?.() ?? String(Math.random());
  const headers = {
    "content-type": "application/json",
    ...(as === "xapi" ? { "x-experience-api-version": "1.0.3" } : {}),
    ...(authorization ? { authorization } : {}),
  };
  let sending = false;
  async function send() {
    if (sending) return;
    sending = true;
    while (waiting.length > 0) {
      const answer = await fetch(to, { method: "POST", headers, body: JSON.stringify(waiting[0]) }).catch(() => undefined);
      // Where the other side is not there, or is in trouble, the next answer brings this one too. What it cannot read it never will.
      if (!answer || answer.status >= 500 || PASSING.includes(answer.status)) {
        complain(`${to} ${answer ? `answered ${answer.status}` : "did not answer"}; ${waiting.length} kept for later`);
        break;
      }
      if (!answer.ok) complain(`${to} answered ${answer.status} to ${JSON.stringify(waiting[0])}`);
      waiting.shift();
    }
    sending = false;
  }

  if (wrong.length === 0)
    for (const name of Object.keys(VERBS))
      document.addEventListener(name, ({ detail }) => {
        const id = crypto.randomUUID?.() ?? `${session}-${performance.now()}`;
        waiting.push(as === "xapi" ? statement(id, name, detail) : { id, session, ...(account ? { account } : {}), event: name, at: new Date().toISOString(), ...detail });
        send();
      });
  addEventListener("online", send);
}
