// A lab's page around its prose: exercises, widgets, tables and the closing parts, as static HTML.
// All of it can be read without the script; what only the script can do is invisible until it runs.

import { number } from "../src/format.js";
import { FOOTER, head, header } from "../site/frame.js";
import type { Answered } from "./figures.js";
import { escape } from "./still.js";
import type { Exercise, LabSpec, PageLab, TableSpec } from "./types.js";
import { inWords, plain } from "./words.js";

export { escape };

/** Text for a script element: nothing in it can end the element. */
const data = (value: unknown): string => JSON.stringify(value).replace(/</g, "\\u003c");

export const valueAttribute = (value: unknown): string => escape(typeof value === "string" ? value : JSON.stringify(value));

export const figureHtml = (name: string, { value, text }: Answered): string =>
  `<data class="live" data-figure="${escape(name)}" value="${valueAttribute(value)}">${escape(text)}</data>`;

export function tableHtml(name: string, spec: TableSpec, rows: Answered[][], inline: (text: string) => string, plain: (text: string) => string): string {
  const numeric = spec.columns.map((_, column) => rows.every((row) => typeof row[column]!.value === "number" || row[column]!.value === null));
  const figure = (column: number): string => (numeric[column] ? ' class="figure"' : "");
  const cell = ({ value, text }: Answered, column: number): string => {
    const inner = `<data class="live" value="${valueAttribute(value)}">${escape(text)}</data>`;
    return column === 0 ? `<th scope="row">${inner}</th>` : `<td${figure(column)}>${inner}</td>`;
  };
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escape(plain(spec.caption))}"><table data-table="${escape(name)}">
<caption><span>${inline(spec.caption)}</span></caption>
<thead><tr>${spec.columns.map(({ title }, column) => `<th scope="col"${column > 0 ? figure(column) : ""}>${inline(title)}</th>`).join("")}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")}</tbody>
</table></div>`;
}

const points = (exercise: Exercise): string => {
  if (exercise.kind === "text") return "kept, not graded";
  const worth = exercise.points ?? 1;
  return worth === 0 ? "no points" : worth === 1 ? "1 point" : `${number(worth)} points`;
};

const field = (id: string, label: string, unit: string | undefined): string =>
  `<p class="entry-line"><label for="${id}">${label}</label> <span><input id="${id}" type="text" inputmode="decimal" autocomplete="off" />${unit ? ` <span class="unit">${escape(unit)}</span>` : ""}</span></p>`;

/** The item of an order, with its buttons; those of the ends are marked by the script. */
function item([key, { text }]: [string, { text: string }]): string {
  const move = (way: string): string => `<button type="button" class="${way}" aria-label="Move ${way}: ${escape(plain(text))}">${way === "up" ? "↑" : "↓"}</button>`;
  return `<li data-item="${escape(key)}"><div><span>${text}</span> <span class="moves needs-script">${move("up")}${move("down")}</span></div></li>`;
}

function inputs(exercise: Exercise): string {
  const id = `answer-${exercise.id}`;
  switch (exercise.kind) {
    case "choice":
      return Object.entries(exercise.options)
        .map(([key, { text }]) => `<label class="option"><input type="radio" name="${escape(id)}" value="${escape(key)}" /><span>${text}</span></label>`)
        .join("\n");
    case "number":
      return field(id, "Your answer", exercise.unit);
    case "table":
      return Object.entries(exercise.cells)
        .map(([name, cell]) => field(`${id}-${name}`, cell.label, cell.unit))
        .join("\n");
    case "order":
      return `<ol class="order">
${Object.entries(exercise.items).map(item).join("\n")}
</ol>
<p class="moved unseen" role="status"></p>`;
    case "setting":
      return `<p class="aside">Use the controls of the <a href="#widget-${escape(exercise.widget)}">widget</a>, then check where they stand.</p>`;
    case "text":
      return `<p class="entry-line wide"><label for="${escape(id)}">Your answer</label> <textarea id="${escape(id)}" rows="4"></textarea></p>`;
  }
}

/** An exercise whose texts are HTML already; `order` counts predictions and other exercises apart. */
export function exerciseHtml(exercise: Exercise, order: number, expected: unknown): string {
  const { id, kind, prompt, predict, explanation } = exercise;
  const answer = answerText(exercise, expected);
  const act = predict ? "Record the prediction" : kind === "setting" ? "Check the widget" : kind === "text" ? "Keep the answer" : "Check";
  const more = answer || explanation;
  return `<section class="exercise" id="exercise-${escape(id)}" data-exercise="${escape(id)}" aria-label="${predict ? "Prediction" : "Exercise"} ${order}">
<form>
<p class="tag">${predict ? "Predict" : `Exercise ${order}`} <span>${points(exercise)}</span></p>
<fieldset disabled>
<legend>${prompt}</legend>
${inputs(exercise)}
</fieldset>
<p class="buttons needs-script"><button type="submit">${act}</button></p>
</form>
<div class="feedback" role="status"></div>
${more ? `<details class="explanation"><summary>Answer and explanation</summary>${answer ? `<p>${answer}</p>` : ""}${explanation ?? ""}</details>` : ""}
</section>`;
}

/** The right answer in words; empty where there is none to state. */
const answerText = (exercise: Exercise, expected: unknown): string =>
  exercise.kind === "setting" || exercise.kind === "text" ? ""
  : `Answer: ${exercise.kind === "choice" ? (exercise.options[String(expected)]?.text ?? "") : escape(inWords(exercise, expected))}`;

export const widgetHtml = (name: string, element: string, attributes: Record<string, string>, still: string): string =>
  `<div class="widget" id="widget-${escape(name)}" data-widget="${escape(name)}"><${element} class="reserve"${Object.entries(attributes)
    .map(([key, value]) => ` ${escape(key)}="${escape(value)}"`)
    .join("")}>${still}</${element}></div>`;

export const revealOpen = (id: string): string =>
  `<details class="reveal" data-reveal="${escape(id)}"><summary>What the engine says<span class="until needs-script">: open once your prediction is recorded</span></summary>
<p class="predicted" data-predicted="${escape(id)}"></p>`;

const list = (heading: string, items: string[], id: string): string =>
  items.length > 0 ? `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("\n")}</ul></section>` : "";

export interface Rendered {
  question: string;
  plainQuestion: string;
  body: string;
  /** Whether a model note stands beside the lab. */
  noted: boolean;
  prerequisites: string[];
  goals: string[];
  takeaways: string[];
  next: string[];
}

export function labPage(spec: LabSpec, lab: PageLab, rendered: Rendered): string {
  const { question, plainQuestion, body, noted, prerequisites, goals, takeaways, next } = rendered;
  const total = lab.exercises.length;
  const routing = Object.values(spec.widgets ?? {}).some(({ element }) => element === "ridge-routing");
  const sources = (spec.sources ?? []).map(({ title, url }) => `<a href="${escape(url)}">${escape(title)}</a>`);
  const before = [
    goals.length > 0 ? `<div><h2>You will learn</h2><ul>${goals.map((goal) => `<li>${goal}</li>`).join("")}</ul></div>` : "",
    prerequisites.length > 0 ? `<div><h2>You need</h2><ul>${prerequisites.map((one) => `<li>${one}</li>`).join("")}</ul></div>` : "",
  ].join("");
  return `<!doctype html>
<html lang="en">
  <head>
    <title>${escape(spec.title)} · Ridgepoint</title>
    <meta name="description" content="${escape(`A lab of about ${spec.minutes} minutes in the browser. ${plainQuestion}`)}" />
    ${head("../../", "")}
    <link rel="stylesheet" href="../../lab.css" />
    <script src="../../ridgepoint-check.js"></script>
    <script type="module" src="../../lab.js"></script>
    <script type="module" src="../../ridgepoint.js" blocking="render"></script>${routing ? `
    <script type="module" src="../../routing.js" blocking="render"></script>` : ""}
  </head>
  <body>
    ${header("", "../../")}
    <main id="main" class="lab">
      <p class="tag"><a href="../index.html">Lab</a> <span>about ${spec.minutes} minutes</span></p>
      <h1>${escape(spec.title)}</h1>
      <p class="lead">${question}</p>
      ${before ? `<div class="columns before">${before}</div>` : ""}
      <div class="bar needs-script" role="region" aria-label="Your progress">
        <progress id="progress" max="${Math.max(total, 1)}" value="0" aria-labelledby="progress-text"></progress>
        <span id="progress-text">0 of ${total} done</span>
        <span id="saved" role="status">Nothing to save yet</span>
        <span class="buttons"><button type="button" id="share">Copy a link</button><button type="button" id="reset">Start over</button></span>
      </div>
      <div id="notices" role="status"></div>
      <div class="prose">
${body}
      </div>
      ${list("What to take away", takeaways, "takeaways")}
      ${list("What next", next, "next")}
      ${noted ? `<section aria-labelledby="model"><h2 id="model">The model behind it</h2><p>What is calculated, from what, and what is left out: the <a href="./model-note.html">model note</a> has each formula with its numbers.</p></section>` : ""}
      ${list("Sources", sources, "sources")}
      ${total > 0 ? handIn(lab) : ""}
      <section class="report" id="report" aria-label="Report" hidden></section>
    </main>
    ${FOOTER}
    <script type="application/json" id="lab">${data(lab)}</script>
  </body>
</html>
`;
}

/** The model note: nothing in it needs a script. */
export const notePage = ({ title }: LabSpec, note: { title: string; body: string }): string => `<!doctype html>
<html lang="en">
  <head>
    <title>${escape(note.title)} · Ridgepoint</title>
    <meta name="description" content="${escape(`The model behind the lab ${title}: quantities, formulas, worked numbers, and what is left out.`)}" />
    ${head("../../", "")}
    <link rel="stylesheet" href="../../lab.css" />
  </head>
  <body>
    ${header("", "../../")}
    <main id="main" class="lab note">
      <p class="tag"><a href="./index.html">${escape(title)}</a></p>
      <h1>${escape(note.title)}</h1>
      <div class="prose">
${note.body}
      </div>
    </main>
    ${FOOTER}
  </body>
</html>
`;

const handIn = ({ identify }: PageLab): string => `<section class="hand-in" aria-labelledby="hand-in" hidden>
<h2 id="hand-in">Hand in</h2>
<p>The file holds your answers, your predictions and where the widgets stand. It is made in this page; you send it yourself.</p>
<form id="submission" novalidate>
${
  identify === "none"
    ? ""
    : `<fieldset disabled><legend>${identify === "required" ? "Who you are: a name or an id is needed" : "Who you are, if your instructor wants to know"}</legend>
<p class="entry-line"><label for="student-name">Name</label> <input id="student-name" type="text" autocomplete="name" maxlength="200" /></p>
<p class="entry-line"><label for="student-id">Id</label> <input id="student-id" type="text" autocomplete="off" maxlength="200" /></p></fieldset>`
}
<p class="refused" id="submission-error" role="alert"></p>
<p class="score" id="score"></p>
<p class="buttons"><button type="submit" class="first">Download submission.json</button><button type="button" id="print">Print a report</button></p>
</form>
</section>`;

export interface Listed {
  name: string;
  title: string;
  question: string;
  minutes: number;
}

export const indexPage = (labs: Listed[]): string => `<!doctype html>
<html lang="en">
  <head>
    <title>Labs · Ridgepoint</title>
    <meta name="description" content="Labs on the performance of machine-learning systems: predict, try, explain, and hand in your answers." />
    ${head("../")}
  </head>
  <body>
    ${header("labs/index.html", "../")}
    <main id="main">
      <h1>Labs</h1>
      <p class="lead">Each takes one question from a prediction to an explanation. Your answers stay in this browser until you hand them in yourself.</p>
      ${
        labs.length === 0
          ? "<p>There is no lab here yet.</p>"
          : `<ul class="cards">${labs
              .map(({ name, title, question, minutes }) => `<li><a href="./${escape(name)}/index.html">${escape(title)}</a><p>${question} <span class="minutes">About ${minutes} minutes.</span></p></li>`)
              .join("\n")}</ul>`
      }
    </main>
    ${FOOTER}
  </body>
</html>
`;

