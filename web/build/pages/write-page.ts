// The page that writes labs.

import { escapeHtml } from "../../labs/html.js";
import type { Beginning } from "../../labs/writing/draft.js";

/** `empty`: a small lab to begin with; `labs`: those of the site that can be begun with, too. */
export const writeMain = (empty: Beginning, labs: readonly Pick<Beginning, "name" | "title">[]): string => `<main id="main" class="lab writing">
    <div id="writing">
      <p class="tag"><a href="./teach.html">For teachers</a></p>
      <h1>Write a lab</h1>
      <p class="lead">Change the text and the data of a lab, and see it beside them as your students will. The lab and all its answer keys are built in your browser: there is nothing to install, and nothing is sent anywhere.</p>
      <p class="no-script">Turn on JavaScript to write here, or use the command <code>ridgepoint lab</code>.</p>
      <ridge-page-writing class="needs-script">
        <div class="beginning">
          <p><label for="begin">Begin with</label>
            <select id="begin">${[empty, ...labs].map(({ name, title }) => `<option value="${escapeHtml(name)}">${escapeHtml(title)}</option>`).join("")}</select>
            <button type="button" id="begin-now">Begin</button></p>
          <p><label for="lab-folder">or open a lab’s folder</label> <input id="lab-folder" type="file" webkitdirectory /></p>
          <p><label for="lab-zip">or the zip of one</label> <input id="lab-zip" type="file" accept=".zip" /></p>
          <p class="aside" id="opened" role="status"></p>
        </div>
        <div class="desk">
          <section class="texts" aria-label="The lab’s files">
            <p><label for="lab-name">Folder name</label> <input id="lab-name" type="text" autocomplete="off" spellcheck="false" maxlength="100" aria-describedby="named" /></p>
            <p class="aside" id="named" role="status"></p>
            <p class="aside" id="kept" role="status"></p>
            <div id="files" role="group" aria-label="Files"></div>
            <textarea autocomplete="off" autocapitalize="off"></textarea>
            <p><label for="pictures">Add pictures (SVG)</label> <input id="pictures" type="file" accept=".svg" multiple /></p>
          </section>
          <section class="shown" aria-label="The lab">
            <div id="status" role="status"><p>Loading the engine…</p></div>
            <p hidden><label for="pages">Page</label> <select id="pages"></select></p>
            <p><a href="#take">Downloads</a>, past the lab</p>
            <iframe title="The lab as your students will see it" hidden></iframe>
          </section>
        </div>
        <h2 id="take" tabindex="-1">Take it away</h2>
        <ul>
          <li><button type="button" id="as-web">Web pages (zip)</button> Unzip it on any web server that serves files, and give your students the address.</li>
          <li><button type="button" id="as-scorm">SCORM 1.2 package (zip)</button> Upload it to a learning-management system as it is.</li>
          <li><button type="button" id="as-folder">The lab’s folder (zip)</button> Continue another day, here or on the command line; <a href="./grading.html">the page that grades a class</a> asks for it too.</li>
        </ul>
        <p id="taken" role="status"></p>
        <p><a href="./guide.html#lab-json">The instructor’s page</a> describes what the files may contain, and <a href="../zoo.html">the zoo</a> has the names of models and devices. A number in the text, a table or a key is a formula for the engine, so change the model and all of them follow.</p>
      </ridge-page-writing>
      <script type="application/json" id="beginning">${JSON.stringify(empty).replace(/</g, "\\u003c")}</script>
    </div>
    </main>`;
