// A learning-management system for the tests: scorm-again behind a proxy that notes in `refused` whatever some
// real system rejects and scorm-again lets pass. `launch` opens the lesson in a frame, `leave` takes the frame away.

const lms = { calls: [], refused: [], said: {}, commits: 0 };
const TIME = /^\d\d:[0-5]\d:[0-5]\d$/;
const ASCII = /^[\x20-\x7e]*$/;
const free = (limit) => (value) => value.length <= limit && ASCII.test(value);
const anyText = (limit) => (value) => value.length <= limit;
const among = (...values) => (value) => values.includes(value);
const decimal = (value) => /^-?\d+(\.\d+)?$/.test(value);

/** What may be written in SCORM 1.2, and how; nothing else may. */
const WRITABLE = {
  "cmi.suspend_data": free(4096),
  "cmi.core.lesson_location": free(255),
  "cmi.core.lesson_status": among("passed", "completed", "failed", "incomplete", "browsed"),
  "cmi.core.exit": among("time-out", "suspend", "logout", ""),
  "cmi.core.session_time": (value) => /^\d{2,4}:[0-5]\d:[0-5]\d(\.\d{1,2})?$/.test(value),
  "cmi.core.score.raw": (value) => decimal(value) && value >= 0 && value <= 100,
  "cmi.core.score.min": (value) => decimal(value) && value >= 0 && value <= 100,
  "cmi.core.score.max": (value) => decimal(value) && value >= 0 && value <= 100,
  "cmi.interactions.n.id": (value) => /^[\w-]{1,255}$/.test(value),
  "cmi.interactions.n.type": among("true-false", "choice", "fill-in", "matching", "performance", "sequencing", "likert", "numeric"),
  "cmi.interactions.n.time": (value) => TIME.test(value),
  "cmi.interactions.n.weighting": decimal,
  "cmi.interactions.n.student_response": anyText(255),
  "cmi.interactions.n.result": among("correct", "wrong", "unanticipated", "neutral"),
};

function strict(api, { commit = "works" }) {
  let phase = "before";
  let interactions = 0;
  const types = [];
  const refuse = (why) => lms.refused.push(why);
  const call = (name, parts, run) => {
    const shown = `${name}(${parts.join(", ")})`.slice(0, 200);
    lms.calls.push(shown);
    if (!parts.every((part) => typeof part === "string")) refuse(`${shown}: not a string`);
    const wanted = name === "LMSInitialize" ? "before" : "running";
    if (phase !== wanted) refuse(`${shown}: ${phase === "after" ? "after LMSFinish" : `in phase ${phase}`}`);
    const answer = run();
    const code = String(api.LMSGetLastError());
    if (code !== "0") refuse(`${shown}: error ${code}`);
    if (typeof answer !== "string") refuse(`${shown}: gives ${typeof answer}`);
    return answer;
  };
  const done = (name, parts, run) => {
    const answer = call(name, parts, run);
    if (answer !== "true") refuse(`${name}: ${answer}`);
    return answer;
  };
  return {
    LMSInitialize: (empty) => {
      const answer = done("LMSInitialize", [empty], () => api.LMSInitialize(empty));
      phase = "running";
      return answer;
    },
    LMSGetValue: (element) => call("LMSGetValue", [element], () => String(api.LMSGetValue(element))),
    LMSSetValue: (element, value) => {
      const [, index] = /^cmi\.interactions\.(\d+)\./.exec(element) ?? [];
      const rule = element.replace(/\.\d+\./, ".n.");
      if (!Object.hasOwn(WRITABLE, rule)) refuse(`${element} cannot be written in SCORM 1.2`);
      else if (!WRITABLE[rule](value)) refuse(`${element} = ${value.slice(0, 80)} (${value.length} characters)`);
      if (index !== undefined) {
        if (Number(index) > interactions || (Number(index) === interactions && !element.endsWith(".id"))) refuse(`${element}: a gap, or not begun by its id`);
        if (element.endsWith(".id")) interactions = Number(index) + 1;
        if (element.endsWith(".type")) types[index] = value;
        if (element.endsWith(".student_response")) {
          if (types[index] === "choice" && !/^[a-z0-9]$/.test(value)) refuse(`${element} = ${value}: a choice is one letter or digit`);
          if (types[index] === "sequencing" && !/^[a-z0-9](,[a-z0-9])*$/.test(value)) refuse(`${element} = ${value}: an order is letters or digits with commas between them`);
          if (types[index] === "numeric" && !decimal(value)) refuse(`${element} = ${value}: not a decimal`);
        }
      }
      lms.said[element] = value;
      return done("LMSSetValue", [element, value], () => String(api.LMSSetValue(element, value)));
    },
    LMSCommit: (empty) => {
      lms.commits += 1;
      if (commit === "refuses") return "false";
      if (commit === "throws") throw new Error("the network is away");
      return done("LMSCommit", [empty], () => String(api.LMSCommit(empty)));
    },
    LMSFinish: (empty) => {
      const answer = done("LMSFinish", [empty], () => String(api.LMSFinish(empty)));
      phase = "after";
      lms.finished = (lms.finished ?? 0) + 1;
      return answer;
    },
    LMSGetLastError: () => String(api.LMSGetLastError()),
    LMSGetErrorString: (code) => String(api.LMSGetErrorString(code)),
  };
}

/** `kept` is what an earlier session left: elements and values. */
function launch(page, kept = {}, options = {}) {
  Object.assign(lms, { calls: [], refused: [], said: {}, commits: 0, finished: 0 });
  const api = new Scorm12API({ autocommit: false, logLevel: 5 });
  api.loadFromFlattenedJSON({
    "cmi.core.student_id": "s-17",
    "cmi.core.student_name": "Lovelace, Ada",
    "cmi.core.entry": kept["cmi.suspend_data"] ? "resume" : "ab-initio",
    ...kept,
  });
  if (options.api !== "none") window.API = options.initialize === "refuses" ? { ...strict(api, options), LMSInitialize: () => "false" } : strict(api, options);
  const frame = document.createElement("iframe");
  frame.name = "lesson";
  frame.style = "width: 100%; height: 900px; border: 0";
  frame.src = page;
  document.body.append(frame);
}

function leave() {
  document.querySelector("iframe").remove();
  return lms;
}
