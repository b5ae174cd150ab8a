// A lab's page around its prose, as static HTML.
// It can be read without the script; what only the script can do is invisible until it runs. What would give an answer
// away lies in templates, and stands open on a page of its own, for paper and for readers without JavaScript.

import { escapeHtml } from "../../labs/html.js";
import type { LabSpec, PageLab } from "../../labs/types.js";
import type { Beginning } from "../../labs/writing/draft.js";
import { footer, head, header, social } from "../pages/frame.js";
import { WIDGETS } from "../widgets.js";
import { ids, opensWith, type Awaited } from "./locks-html.js";
import { courseMain, type CourseLab } from "../pages/course-page.js";
import { gradingMain, type GradedBy } from "../pages/grading-page.js";
import { guideMain } from "../pages/guide-page.js";
import { teachMain, type Taught } from "../pages/teach-page.js";
import { writeMain } from "../pages/write-page.js";
import { wholeWords } from "../whole-words.js";
import type { Courses } from "./courses.js";
import { gateHtml } from "./variants.js";

interface PageParts {
  title: string;
  description: string;
  /** From the page to the site's root. */
  up: string;
  /** The page of the navigation that this is. */
  current?: string;
  head: string;
  main: string;
}

/** Code, which keeps its white space; white space before a tag of a block, which nobody sees; and indentation. */
const SPACES = /<pre[^]*?<\/pre>|(?<=>)(\n\s*)(?=<\/?(?:body|details|div|fieldset|figure|footer|form|h[1-6]|head|header|legend|li|link|main|meta|nav|ol|p|script|section|t[dhr]|table|tbody|template|thead|title|ul)[\s>])|\n\s+/g;

/** Without what every reader would download for nothing, and what only the builder of the site's other pages takes out. */
export const flat = (html: string): string => html.replaceAll(" vite-ignore", "").replace(SPACES, (found, unseen?: string) => (unseen !== undefined ? "" : found.startsWith("<pre") ? found : "\n"));

const wholePage = ({ title, description, up, current = "", head, main }: PageParts): string => flat(`<!doctype html>
<html lang="en">
  <head>
    <title>${escapeHtml(title)} · Ridgepoint</title>
    <meta name="description" content="${escapeHtml(description)}" />
    ${social(`<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}" />`, up)}
    ${head}
  </head>
  <body>
    ${header(current, up)}
    ${main}
    ${footer(up)}
  </body>
</html>
`);

/** Text for a script element, which `</script` ends, and `<!--` and `<script` may keep from ending. */
const data = (value: unknown): string => JSON.stringify(value).replace(/<(?=[!/s])/gi, "\\u003c");

/** The words of a lab's hints, for the script to show one by its key. */
const hintsHtml = (hints: ReadonlyMap<string, string>): string => [...hints].map(([key, text]) => `<template data-hint="${escapeHtml(key)}">${text}</template>`).join("\n");

export interface ListItem {
  html: string;
  /** The exercises that it would give away, with what the page calls them. */
  after: Awaited[];
}

const listItem = ({ html, after }: ListItem): string =>
  after.length === 0
    ? `<li>${html}</li>`
    : `<li data-after="${ids(after)}"><span class="locked">${opensWith(after)}</span><template>${html}</template></li>`;

const list = (heading: string, items: ListItem[], id: string): string =>
  items.length > 0 ? `<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><ul>${items.map(listItem).join("\n")}</ul></section>` : "";

const open = (items: string[]): ListItem[] => items.map((html) => ({ html, after: [] }));

/** Where the answers are, for paper and for readers without JavaScript. Packages for a course have no such page. */
export const ANSWERS_LINE = `<section class="no-script" aria-labelledby="answers"><h2 id="answers">Answers</h2><p>What opens with a prediction, and every answer with its explanation, is on <a href="./answers.html">a page of its own</a>. Make your predictions first.</p></section>`;

export interface Rendered {
  question: string;
  plainQuestion: string;
  /** The list of its parts. */
  contents: string;
  body: string;
  /** What the words of the glossary in it open. */
  panels: string;
  /** Whether a model note stands beside the lab. */
  noted: boolean;
  /** Whether a page of answers does. */
  published: boolean;
  prerequisites: string[];
  goals: string[];
  takeaways: ListItem[];
  next: string[];
  hints: ReadonlyMap<string, string>;
}

/** Says so where what the page loads does not run. */
const check = (up: string): string => `<script src="${up}ridgepoint-check.js"></script>`;

/** What the page of a lab loads. */
function labHead({ widgets = {} }: LabSpec): string {
  const elements = Object.values(widgets).map(({ element }) => element);
  const scripts = new Set(["ridgepoint.js", ...WIDGETS.filter(({ tag }) => elements.includes(tag)).map(({ script }) => script)]);
  return `${head("../../", "")}
    <link rel="stylesheet" href="../../lab.css" />
    ${check("../../")}
    <script type="module" src="../../lab.js"></script>
    ${[...scripts].map((file) => `<script type="module" src="../../${file}" blocking="render"></script>`).join("\n    ")}`;
}

/** The page of a lab with variants, before it knows whose. */
export const gatePage = (spec: LabSpec, { name, title, question, minutes }: Listed): string =>
  wholePage({
  title,
  description: `A lab of about ${minutes} minutes in the browser.`,
  up: "../../",
  head: labHead(spec),
  main: gateHtml(spec, question, { name, title, version: spec.version, ...(spec.course ? { course: spec.course } : {}), variants: spec.variants }),
});

export function labPage(spec: LabSpec, lab: PageLab, rendered: Rendered): string {
  const { question, plainQuestion, contents, body, panels, noted, published, prerequisites, goals, takeaways, next, hints } = rendered;
  const total = lab.exercises.length;
  const sources = (spec.sources ?? []).map(({ title, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>`);
  const before = [
    goals.length > 0 ? `<div><h2>You will learn</h2><ul>${goals.map((goal) => `<li>${goal}</li>`).join("")}</ul></div>` : "",
    prerequisites.length > 0 || contents ? `<div>${prerequisites.length > 0 ? `<h2>You need</h2><ul>${prerequisites.map((one) => `<li>${one}</li>`).join("")}</ul>` : ""}${contents}</div>` : "",
  ].join("");
  return wholePage({
    title: spec.title,
    description: `A lab of about ${spec.minutes} minutes in the browser. ${plainQuestion}`,
    up: "../../",
    head: labHead(spec),
    main: `<ridge-lab name="${escapeHtml(lab.name)}">
    <main id="main" class="lab">
      <p class="tag"><a href="../index.html">Lab</a> <span>about ${spec.minutes} minutes</span></p>
      <h1>${escapeHtml(spec.title)}</h1>
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
      ${list("What next", open(next), "next")}
      ${noted ? `<section aria-labelledby="model"><h2 id="model">The model behind it</h2><p>The <a href="./model-note.html">model note</a> has each formula, with numbers of this lab, and what is left out. Read it last.</p></section>` : ""}
      ${list("Sources", open(sources), "sources")}
      ${published && total > 0 ? ANSWERS_LINE : ""}
      ${total > 0 ? handIn(lab) : ""}
      <section class="report" id="report" aria-label="Report" hidden></section>
    </main>
    ${panels}
    ${hintsHtml(hints)}
    <script type="application/json" id="lab">${data(lab)}</script>
    </ridge-lab>`,
  });
}

/** The model note: nothing in it needs a script. */
export const notePage = ({ title }: LabSpec, note: { title: string; body: string }): string =>
  wholePage({
  title: note.title,
  description: `The model behind the lab ${title}: quantities, formulas, and what is left out.`,
  up: "../../",
  head: `${head("../../", "")}
    <link rel="stylesheet" href="../../lab.css" />`,
  main: `<main id="main" class="lab note">
      <p class="tag"><a href="./index.html">${escapeHtml(title)}</a></p>
      <h1>${escapeHtml(note.title)}</h1>
      <div class="prose">
${note.body}
      </div>
    </main>`,
});

/** Everything open, for paper and for readers without JavaScript. */
export const answersPage = ({ title }: LabSpec, { body, panels, takeaways }: Pick<Rendered, "body" | "panels" | "takeaways">): string =>
  wholePage({
  title: `Answers: ${title}`,
  description: `The answers to the lab ${title}, each with its explanation.`,
  up: "../../",
  head: `<meta name="robots" content="noindex" />
    ${head("../../", "")}
    <link rel="stylesheet" href="../../lab.css" />`,
  main: `<main id="main" class="lab answers">
      <p class="tag"><a href="./index.html">${escapeHtml(title)}</a></p>
      <h1>Answers</h1>
      <p class="lead">The whole lab with everything open. Make your predictions first: a lab read backwards teaches little.</p>
      <div class="prose">
${body}
      </div>
      ${list("What to take away", takeaways.map(({ html }) => ({ html, after: [] })), "takeaways")}
    </main>
    ${panels}`,
});

const handIn = ({ identify, variant }: PageLab): string => `<section class="hand-in" aria-labelledby="hand-in" hidden>
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
<p class="buttons"><button type="submit" class="first">Download submission.json</button><button type="button" id="print">Print a report</button>${variant ? `<button type="button" id="another">Another id</button>` : ""}</p>
<div id="left-out" role="status"></div>
</form>
</section>`;

export interface Listed {
  name: string;
  title: string;
  question: string;
  minutes: number;
}

/** A page beside the labs; `more`: the tags of what it loads beyond their styles. */
const pageBeside = (title: string, description: string, main: string, ...more: string[]): string =>
  wholePage({ title, description, up: "../", head: [head("../", ""), '<link rel="stylesheet" href="../lab.css" />', ...more].join("\n    "), main });

export const coursePage = (labs: CourseLab[]): string =>
  pageBeside("Your course", "All labs with your progress in each, and one file to hand in for several.", courseMain(labs), check("../"), '<script type="module" src="../lab.js"></script>');

export const teachPage = (labs: Taught[], courses: Courses): string =>
  pageBeside("For teachers", "Which lab for which week of a course on machine-learning systems, a syllabus, and what the instructor's kit does.", wholeWords(teachMain(labs, courses)));

export const gradingPage = (labs: GradedBy[]): string =>
  pageBeside(
    "Grade a class", "Submissions to labs in; points, statistics and feedback out. Graded in this page, and sent nowhere.", gradingMain(labs),
    '<link rel="stylesheet" href="../grading.css" />', check("../"), '<script type="module" src="../grading.js"></script>',
  );

export const guidePage = (source: string): string =>
  pageBeside("The instructor’s page", "How to assign the labs, change them, grade a class, and write a lab: every field, formula and exercise.", wholeWords(guideMain(source)));

export const writePage = (empty: Beginning, labs: readonly Beginning[]): string =>
  pageBeside(
    "Write a lab", "A lab of your own, written and built in the browser: its text and its data on one side, the lab on the other.", writeMain(empty, labs),
    '<link rel="stylesheet" href="../writing.css" />', check("../"), '<script type="module" src="../writing.js"></script>',
  );

export const indexPage = (labs: Listed[]): string =>
  wholePage({
  title: "Labs",
  description: "Labs on the performance of machine-learning systems: predict, try, explain, and hand in your answers.",
  current: "labs/index.html",
  up: "../",
  head: head("../", ""),
  main: `<main id="main">
      <h1>Labs</h1>
      <p class="lead">Each takes one question from a prediction to an explanation. Your answers stay in this browser until you hand them in yourself. <a href="./course.html">Your progress over all labs</a> · <a href="./teach.html">For teachers</a></p>
      ${
        labs.length === 0
          ? "<p>There is no lab here yet.</p>"
          : `<ul class="cards">${labs
              .map(({ name, title, question, minutes }) => `<li><a href="./${escapeHtml(name)}/index.html">${escapeHtml(title)}</a><p>${question} <span class="minutes">About ${minutes} minutes.</span></p></li>`)
              .join("\n")}</ul>`
      }
    </main>`,
});

