// The page of a course: all labs with the reader's progress in each, and one file to hand in for several.

import { escapeHtml } from "../../labs/html.js";
import type { Outline } from "../../labs/course.js";

export interface CourseLab {
  outline: Outline;
  question: string;
  minutes: number;
}

const row = ({ outline: { name, title }, question, minutes }: CourseLab): string => `<li data-lab="${escapeHtml(name)}">
<a href="./${escapeHtml(name)}/index.html">${escapeHtml(title)}</a>
<p>${question} <span class="minutes">About ${minutes} minutes.</span></p>
<p class="needs-script"><progress max="1" value="0" aria-label="Progress in ${escapeHtml(title)}"></progress> <span class="standing"></span></p>
</li>`;

export const courseMain = (labs: CourseLab[]): string => `<ridge-course>
    <main id="main" class="lab">
      <p class="tag"><a href="./index.html">Labs</a></p>
      <h1>Your course</h1>
      <p class="lead">All labs, and how far you are in each. Progress is kept in this browser; nothing is sent anywhere.</p>
      <p class="no-script">Turn on JavaScript to see your progress and to hand in.</p>
      <p class="needs-script" id="all" role="status"></p>
      <ul class="cards course">${labs.map(row).join("\n")}</ul>
      <section class="hand-in needs-script" aria-labelledby="hand-in">
        <h2 id="hand-in">Hand in several labs</h2>
        <p>One file with your answers to every lab that you have begun. It is made in this page; you send it yourself.</p>
        <form id="submissions" novalidate>
          <p class="entry-line"><label for="student-name">Name</label> <input id="student-name" type="text" autocomplete="name" maxlength="200" /></p>
          <p class="entry-line"><label for="student-id">Id</label> <input id="student-id" type="text" autocomplete="off" maxlength="200" /></p>
          <p class="refused" role="alert"></p>
          <p class="buttons"><button type="submit" class="first">Download submissions.json</button></p>
          <div id="left-out" role="status"></div>
        </form>
      </section>
      <section class="needs-script" aria-labelledby="kept">
        <h2 id="kept">On a shared computer</h2>
        <p>Whoever uses this browser next finds your answers, your name and your id. Once you have handed in, you can delete all of it here.</p>
        <p class="buttons"><button type="button" id="delete">Delete everything kept in this browser</button></p>
        <p id="deleted" role="status"></p>
      </section>
    </main>
    <script type="application/json" id="labs">${JSON.stringify(labs.map(({ outline }) => outline)).replace(/</g, "\\u003c")}</script>
    </ridge-course>`;
