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

const KIT: [what: string, how: string][] = [
  ["Collect", "Students download a file for a lab, or one for all, and send it as you like. The same labs run in a learning-management system, as SCORM 1.2 packages."],
  ["Grade", "<code>ridgepoint grade</code> works out every key anew, prints a table for each student, a CSV for Canvas, Moodle or Brightspace, and a page of feedback for each. Free texts carry no points there: <code>ridgepoint grade --stats</code> prints them whole, for you to mark; at the end of each lab stands a model answer with a rubric."],
  ["See what was hard", "<code>ridgepoint grade --stats</code> has difficulty, discrimination, tries, time and the common wrong answers of each exercise, and remarks on what is worth a question."],
  ["Give each their own numbers", "A lab with <code>variants</code> draws its models, devices and sizes by the student’s id; the keys follow."],
  ["Examine", "A lab with <code>exam</code> has no key, hint or explanation in its page. Of any other lab the keys are in the source of the page, and <code>answers.html</code> beside it prints them, unless you give the lab a <code>course</code> or set <code>answers</code> to <code>none</code>."],
  ["Write your own", "<code>npx ridgepoint lab new my-lab</code>, with Node alone. A lab is a folder of text and data."],
];

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
      <p class="lead">${list.length === 1 ? "A lab" : `${list.length} labs`} for a course on how machine-learning systems perform: ready to hand out, graded by a command, and yours to change.</p>
      <div class="prose">
${courses.length > 0 ? `<h2>Which lab for which week</h2>\n${courses.map((one) => course(one, labs)).join("\n")}` : ""}
${others.length > 0 && courses.length > 0 ? `<h3>In no week yet</h3>\n<ul>${others.map((one) => `<li>${lab(one)}: ${one.question}</li>`).join("")}</ul>` : ""}
<h2>What each lab teaches</h2>
${list.map((one) => `<h3>${lab(one)}</h3>\n<p>${one.question} About ${one.minutes} minutes.</p>${one.goals.length > 0 ? `\n<ul>${one.goals.map((goal) => `<li>${goal}</li>`).join("")}</ul>` : ""}`).join("\n")}
${syllabus.length > 0 ? `<h2>A syllabus to begin with</h2>\n<p>Take it and change it.</p>\n${syllabus.map(({ heading, text }) => `<h3>${escapeHtml(heading)}</h3>\n<p>${escapeHtml(text)}</p>`).join("\n")}` : ""}
<h2>What the kit does</h2>
<ul>${KIT.map(([what, how]) => `<li><b>${what}.</b> ${how}</li>`).join("\n")}</ul>
<p>All of it is described in <code>labs/README.md</code>, the instructor’s page of the project.</p>
      </div>
    </main>`;
}
