// The teacher's page: which lab for which week, a syllabus to begin with, and what the kit does. Courses are data, in
// labs/courses.json; a lab that is not there is left out, and one that is in no week is listed after them.

import { escapeHtml } from "../../labs/html.js";
import type { Courses } from "../labs/courses.js";

export interface Taught {
  name: string;
  title: string;
  question: string;
  minutes: number;
  goals: string[];
}

/** A line is a command of the package, and what it is for. */
interface Tool {
  what: string;
  how: string;
  lines?: [command: string, does: string][];
}

const KIT: Tool[] = [
  {
    what: "Hand out",
    how: "Put this site on any web server that serves files, or give students the zip of a release. Unpacked, the labs work without a server and without a network, with what they measure on a student’s machine and the language model that they run. For a learning-management system a command makes a SCORM 1.2 package of each lab: you upload it, and the system keeps progress and scores.",
    lines: [["lab scorm", "a package of each lab, in the folder <code>scorm</code>; with names of labs after it, of these alone"]],
  },
  {
    what: "Collect",
    how: "A student downloads <code>submission.json</code> from a lab, or <code>submissions.json</code>, with all labs in one file, from the <a href=\"./course.html\">course page</a>, and sends it to you in whatever way you choose. Nothing is sent by itself.",
  },
  {
    what: "Grade",
    how: "Drop the files on <a href=\"./grading.html\">the page that grades a class</a>, or use the command; they give the same. Every answer key is worked out again; the points that a page has shown are not trusted. Each wrong try costs a share of the points, and a prediction has one try. Remarks point out what you may want to ask about, such as the same text under two names; they take no points away. Free texts carry no points: <code>--stats</code> prints them whole for you to mark, and the labs have a model answer with a rubric for their last one.",
    lines: [
      ["grade submissions/*.json", "a table for each student"],
      ["grade --stats submissions/*.json", "difficulty, discrimination, tries, times, wrong answers"],
      ["grade --gradebook canvas submissions/*.json > grades.csv", "a CSV for Canvas; moodle, brightspace and gradescope are the others"],
      ["grade --feedback feedback submissions/*.json", "a page for each student, with reasons"],
    ],
  },
  {
    what: "Correct a key",
    how: "Keep a copy of the labs as they were, correct one, and see whose points change, and in which exercise, before you grade again.",
    lines: [["grade --against old-labs submissions/*.json", "points before and now"]],
  },
  {
    what: "Give each student numbers of their own",
    how: "In its <code>lab.json</code>, <code>variants</code> lists models, devices or sizes, and <code>\"identify\": \"required\"</code> asks for the student’s id, which decides what each student gets from the lists. Widgets, keys and <code>grade</code> follow.",
  },
  {
    what: "Hold an exam",
    how: "With <code>\"exam\": true</code> no key, hint or explanation is in the page: it takes answers unchecked, and only <code>grade</code> knows what is right. In any other lab the keys are in the source of the page, and <code>answers.html</code> beside it prints them, unless you give the lab a <code>course</code> or set <code>answers</code> to <code>none</code>.",
  },
  {
    what: "Write your own",
    how: "A lab is a folder of text and data. Its numbers and keys are formulas for the engine: name another model, and all of them follow. <a href=\"./write.html\">The page that writes labs</a> needs nothing but a browser: it begins with any of the labs here, shows yours beside its text, and makes web pages or a SCORM 1.2 package of it. With Node:",
    lines: [
      ["lab new my-lab", "a lab to begin with, in labs/my-lab"],
      ["lab preview", "in your browser, built again when a file changes"],
      ["lab check", "file, line and reason of what is wrong"],
      ["lab build --out site", "what to put on your web server"],
    ],
  },
];

const line = ([command, does]: [string, string]): string => `<li><code>npx ridgepoint ${escapeHtml(command)}</code>: ${does}</li>`;
const tool = ({ what, how, lines = [] }: Tool): string => `<h3>${what}</h3>\n<p>${how}</p>${lines.length > 0 ? `\n<ul>${lines.map(line).join("")}</ul>` : ""}`;

const lab = (one: Taught): string => `<a href="./${escapeHtml(one.name)}/index.html">${escapeHtml(one.title)}</a>`;

function course({ name, for: audience, weeks }: Courses["courses"][number], labs: ReadonlyMap<string, Taught>): string {
  const rows = weeks.map(({ topic, labs: names }, index) => {
    const found = names.flatMap((one) => labs.get(one) ?? []);
    const minutes = found.reduce((sum, one) => sum + one.minutes, 0);
    return `<tr><th scope="row">${index + 1}</th><td>${escapeHtml(topic)}</td><td>${found.map(lab).join("<br />") || "—"}</td><td class="figure">${minutes || ""}</td></tr>`;
  });
  return `<h3>${escapeHtml(name)}</h3>
<p>${escapeHtml(audience)}</p>
<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(name)}"><table>
<thead><tr><th scope="col">Week</th><th scope="col">Topic</th><th scope="col">Lab</th><th scope="col" class="figure">Minutes</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

export function teachMain(list: Taught[], { courses, syllabus }: Courses): string {
  const labs = new Map(list.map((one) => [one.name, one]));
  const placed = new Set(courses.flatMap(({ weeks }) => weeks.flatMap((week) => week.labs)));
  const others = list.filter(({ name }) => !placed.has(name));
  return `<main id="main" class="lab">
      <p class="tag"><a href="./index.html">Labs</a></p>
      <h1>For teachers</h1>
      <p class="lead">Labs for a course on how machine-learning systems perform: ready to hand out, graded in your browser or by a command, and yours to change.</p>
      <div class="prose">
${courses.length > 0 ? `<h2>Which lab for which week</h2>\n${courses.map((one) => course(one, labs)).join("\n")}` : ""}
${others.length > 0 && courses.length > 0 ? `<h3>Not yet in any week</h3>\n<ul>${others.map((one) => `<li>${lab(one)}: ${one.question}</li>`).join("")}</ul>` : ""}
<h2>What each lab teaches</h2>
${list.map((one) => `<h3>${lab(one)}</h3>\n<p>${one.question} About ${one.minutes} minutes.</p>${one.goals.length > 0 ? `\n<ul>${one.goals.map((goal) => `<li>${goal}</li>`).join("")}</ul>` : ""}`).join("\n")}
${syllabus.length > 0 ? `<h2>A syllabus to begin with</h2>\n<p>Take it and change it.</p>\n${syllabus.map(({ heading, text }) => `<h3>${escapeHtml(heading)}</h3>\n<p>${escapeHtml(text)}</p>`).join("\n")}` : ""}
<h2>What the kit does</h2>
<p>The commands come with the npm package of a release and need Node 18.19 or newer, but no compiler: <code>npm install ./ridgepoint-VERSION.tgz</code>. Run them in the folder that contains <code>labs</code>, or name another folder of labs with <code>--labs</code>. This project’s labs are in the package: <code>cp -r node_modules/ridgepoint/labs .</code> copies them.</p>
${KIT.map(tool).join("\n")}
<p>All of it is described on <a href="./guide.html">the instructor’s page</a>, which is <code>labs/README.md</code> in the package.</p>
      </div>
    </main>`;
}
