// A lab of the built site as a package for learning-management systems (SCORM 1.2): its pages, the files that
// these lead to and no others, and the manifest that lists them.

import { posix } from "node:path";
import { zip } from "../zip.js";
import { footer, header } from "../pages/frame.js";
import { withoutWorked } from "./note.js";
import { ANSWERS_LINE, flat } from "./page.js";
import { escapeHtml } from "../../labs/html.js";
import type { PageLab } from "../../labs/types.js";

const TRUST = "trust.html";
const NOTICES = "NOTICES.txt";

/** Where a student's answers go is another than on the site. */
const courseFooter = (up: string): string => `<footer>
      <p>Everything is computed in this page. Your answers go to your course’s system if the lab was opened there, and nowhere else. <a href="${up}${NOTICES}">Third-party licences</a></p>
    </footer>`;

const COURSE_HEADER = `<a class="skip" href="#main">Skip to the content</a>
    <header class="top"><span class="mark">Ridgepoint</span></header>`;

function replaced(page: string, from: string, to: string): string {
  if (!page.includes(from)) throw new Error(`a page of a lab no longer has this part, which a package replaces: ${from.slice(0, 60)}`);
  return page.replace(from, () => to);
}

/** Files of the site named in a page's tags, or between quotes in a script or a style sheet. */
function namedIn(path: string, text: string, isFile: (path: string) => boolean): string[] {
  const names = path.endsWith(".html") ? text.matchAll(/<(?:script|link|img|source)\b[^>]*?\b(?:src|href)="([^"#?]+)"/g) : text.matchAll(/["'`(]([\w./-]+\.\w+)["'`)]/g);
  const found = [...names].map(([, name]) => posix.join(posix.dirname(path), name!));
  return [...new Set(found)].filter((name) => !name.startsWith("..") && !name.endsWith(".html") && isFile(name));
}

/** What leads out of the lab opens beside it, for leaving the page ends the session; to pages that the package has not, nothing leads. */
function linksWithin(path: string, page: string, kept: string[]): string {
  return page.replace(/<a\b([^>]*?) href="([^"]*)"/g, (whole, rest: string, address: string) => {
    if (address.startsWith("#")) return whole;
    const foreign = /^[a-z]+:/.test(address);
    const target = posix.join(posix.dirname(path), address.split(/[#?]/)[0]!);
    return foreign || kept.includes(target) ? `${whole} target="_blank" rel="noopener"` : `<a${rest}`;
  });
}

/**
 * Every file but itself. It is valid by the schemas of SCORM 1.2, imscp_rootv1p1p2.xsd and adlcp_rootv1p2.xsd, which are
 * not in the package: no learning-management system asks for them, though ADL's own conformance test does.
 */
export function manifest({ name, title, version }: Pick<PageLab, "name" | "title" | "version">, page: string, files: string[]): string {
  const id = `ridgepoint-${name}-${version}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${id}" version="${version}"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="${id}-organization">
    <organization identifier="${id}-organization">
      <title>${escapeHtml(title)}</title>
      <item identifier="${id}-item" identifierref="${id}-resource">
        <title>${escapeHtml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="${id}-resource" type="webcontent" adlcp:scormtype="sco" href="${page}">
${files.map((file) => `      <file href="${escapeHtml(file)}"/>`).join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

/** The package of a lab, which stands in `site` under labs/; `adapter` is the script that talks to the system. */
export function scormPackage(site: ReadonlyMap<string, Uint8Array>, lab: string, adapter: string): { fileName: string; zip: Uint8Array } {
  const isFile = (path: string): boolean => site.has(path);
  const textOf = (path: string): string => Buffer.from(site.get(path)!).toString("utf8");
  const main = `labs/${lab}/index.html`;
  const note = `labs/${lab}/model-note.html`;
  const files = new Map<string, Uint8Array>([["scorm.js", Buffer.from(adapter)]]);

  // A lab with variants has a page for each, which its own page fetches.
  const variants = [...site.keys()].filter((path) => path.startsWith(`labs/${lab}/variant-`));
  const pages = [main, note, ...variants].filter(isFile);
  const queue: string[] = [NOTICES].filter(isFile);
  let about: PageLab | undefined;
  for (const path of pages) {
    let page = replaced(textOf(path), flat(header("", "../../")), COURSE_HEADER);
    // A course hands out no answers.
    page = withoutWorked(page).replace(ANSWERS_LINE, "").replace(/<p class="aside no-script">.*?<\/p>/g, "");
    page = linksWithin(path, replaced(page, flat(footer("../../")), courseFooter("../../")), path === main ? [note, NOTICES] : [NOTICES]);
    if (path === main) {
      about = JSON.parse(/<script type="application\/json" id="lab">(.*?)<\/script>/s.exec(page)![1]!) as PageLab;
      page = replaced(page, `<script type="module" src="../../lab.js">`, `<script type="module" src="../../scorm.js"></script>\n    <script type="module" src="../../lab.js">`);
    }
    files.set(path, Buffer.from(page));
    queue.push(...namedIn(path, page, isFile));
  }
  // The page that widgets link to.
  if (isFile(TRUST)) {
    const page = replaced(replaced(textOf(TRUST), header(TRUST), COURSE_HEADER), footer(), courseFooter("./"));
    files.set(TRUST, Buffer.from(linksWithin(TRUST, page, [NOTICES])));
    queue.push(...namedIn(TRUST, page, isFile));
  }
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (files.has(path)) continue;
    files.set(path, site.get(path)!);
    if (/\.(js|css)$/.test(path)) queue.push(...namedIn(path, textOf(path), isFile));
  }

  const names = [...files.keys()].sort();
  const listed = new Map<string, Uint8Array>([["imsmanifest.xml", Buffer.from(manifest(about!, main, names))], ...names.map((name) => [name, files.get(name)!] as const)]);
  return { fileName: `${lab}-${about!.version}.zip`, zip: zip(listed) };
}
