// The page that grades a class, with the labs of the site but exams, whose keys are in no page.

import { escapeHtml } from "../../labs/html.js";
import type { LabSpec } from "../../labs/types.js";

/** A lab as it is graded by: its file as it stands. */
export interface GradedBy {
  name: string;
  spec: LabSpec;
}

export function gradingMain(labs: GradedBy[]): string {
  const published = labs.filter(({ spec }) => spec.exam !== true);
  const link = ({ name, spec }: GradedBy): string => `<a href="./${escapeHtml(name)}/index.html">${escapeHtml(spec.title)}</a>`;
  const exams = labs.filter(({ spec }) => spec.exam === true);
  return `<main id="main" class="lab">
    <div id="grading">
      <p class="tag"><a href="./teach.html">For teachers</a></p>
      <h1>Grade a class</h1>
      <p class="lead">Drop what your students handed in. Every key is worked out again, here in your browser: nothing is sent anywhere.</p>
      <p class="no-script">Turn on JavaScript to grade here, or use the command <code>ridgepoint grade</code>.</p>
      <ridge-page-grading class="needs-script">
        <div id="drop">
          <p><label for="submissions">Submissions: <code>.json</code>, or a <code>.zip</code> of them</label> <input id="submissions" type="file" multiple accept=".json,.zip" /></p>
          <p class="aside">Or drop files and folders on this page.</p>
        </div>
        <details${published.length === 0 ? " open" : ""}>
          <summary>Labs of your own, or corrected ones</summary>
          ${published.length > 0 ? `<p>Submissions are graded by the labs on this site: ${published.map(link).join(", ")}.</p>` : ""}
          ${exams.length > 0 ? `<p>Exam keys are not published. To grade ${exams.map(link).join(", ")}, choose your folder of labs.</p>` : ""}
          <p>Choose the folder that contains your labs, as for the command. A lab in it replaces the site’s lab of the same name.</p>
          <p><label for="own-labs">Folder of labs</label> <input id="own-labs" type="file" webkitdirectory /></p>
        </details>
        <div id="status" role="status"></div>
        <div id="results"></div>
        <section id="opened" aria-label="A submission" hidden></section>
        <p class="buttons"><button type="button" id="forget" hidden>Remove all files</button></p>
      </ridge-page-grading>
      <script type="application/json" id="labs">${JSON.stringify(Object.fromEntries(published.map(({ name, spec }) => [name, spec]))).replace(/</g, "\\u003c")}</script>
    </div>
    </main>`;
}
