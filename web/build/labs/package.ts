// A lab of the built site by itself, as a zip: its pages, the files that these lead to and no others. For a
// learning-management system (SCORM 1.2) with the manifest that lists them; for a web server with a first page.

import { zip } from "../zip.js";
import { footer, header } from "../pages/frame.js";
import { withoutWorked } from "./note.js";
import { ANSWERS_LINE, flat } from "./page.js";
import { escapeHtml } from "../../labs/html.js";
import type { PageLab } from "../../labs/types.js";

const TRUST = "trust.html";
const NOTICES = "NOTICES.txt";

/** Where a student's answers go is another than on the site. */
const IN_COURSE = "Your answers go to your course’s system if the lab was opened there, and nowhere else.";
const ALONE = "Your answers stay in this browser until you hand them in.";
const footerAlone = (up: string, answers: string): string => `<footer>
      <p>Everything is computed in this page. ${answers} <a href="${up}${NOTICES}">Third-party licences</a></p>
    </footer>`;

const HEADER_ALONE = `<a class="skip" href="#main">Skip to the content</a>
    <header class="top"><span class="mark">Ridgepoint</span></header>`;

function replaced(page: string, from: string, to: string): string {
  if (!page.includes(from)) throw new Error(`a page of a lab no longer has this part, which a package replaces: ${from.slice(0, 60)}`);
  return page.replace(from, () => to);
}

/** A file of the site, by its address within it; nothing where there is none. */
export type SiteFile = (path: string) => Promise<Uint8Array | undefined>;

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Where a name leads from a file of the site. */
const leadsTo = (from: string, name: string): string => new URL(name, `site:/${from}`).pathname.slice(1);

/** What pages, scripts and style sheets load; that of a script stands between quotes, among other words. */
const LOADED = /["'`(]([\w./-]+\.(?:bin|css|js|svg|txt|wasm|webmanifest|woff2))["'`)]/g;

/** Files of the site named in a page's tags, or between quotes in a script or a style sheet. */
function namedIn(path: string, content: string): string[] {
  const names = path.endsWith(".html") ? content.matchAll(/<(?:script|link|img|source)\b[^>]*?\b(?:src|href)="([^"#?]+)"/g) : content.matchAll(LOADED);
  return [...new Set([...names].map(([, name]) => leadsTo(path, name!)))].filter((name) => !name.endsWith(".html"));
}

/** What leads out of the lab opens beside it, for leaving the page ends the session; to pages that the package has not, nothing leads. */
function linksWithin(path: string, page: string, kept: string[]): string {
  return page.replace(/<a\b([^>]*?) href="([^"]*)"/g, (whole, rest: string, address: string) => {
    if (address.startsWith("#")) return whole;
    const foreign = /^[a-z]+:/.test(address);
    const target = leadsTo(path, address.split(/[#?]/)[0]!);
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

/** A lab as it stands in a site. */
export interface InSite {
  site: SiteFile;
  name: string;
  /** The addresses of its pages within the site. */
  pages: readonly string[];
}

/** The pages of a lab that a package has, of those that it was built with. */
export const pagesAlone = (name: string, pages: ReadonlyMap<string, string>): string[] => [...pages.keys()].filter((path) => path.startsWith(`labs/${name}/`) && !path.endsWith("/answers.html"));

/** Its first page. */
const mainOf = (name: string): string => `labs/${name}/index.html`;

/** The lab's pages without the site around them, and what they load. `answers`: where the student's go; `scripts`: what its page loads before its own. */
async function standingAlone({ site, name, pages }: InSite, answers: string, scripts: string): Promise<{ files: Map<string, Uint8Array>; about: PageLab }> {
  const main = mainOf(name);
  const files = new Map<string, Uint8Array>();
  const content = new Map<string, string>();
  const found = async (path: string): Promise<string | undefined> => {
    const file = await site(path);
    return file && text(file);
  };
  const noticed = (await found(NOTICES)) !== undefined;
  let about: PageLab | undefined;
  for (const path of pages) {
    let page = replaced((await found(path))!, flat(header("", "../../")), HEADER_ALONE);
    // A course hands out no answers.
    page = withoutWorked(page).replace(ANSWERS_LINE, "").replace(/<p class="aside no-script">.*?<\/p>/g, "");
    page = linksWithin(path, replaced(page, flat(footer("../../")), footerAlone("../../", answers)), path === main ? [...pages, NOTICES] : [NOTICES]);
    if (path === main) {
      about = JSON.parse(/<script type="application\/json" id="lab">(.*?)<\/script>/s.exec(page)![1]!) as PageLab;
      page = replaced(page, `<script type="module" src="../../lab.js">`, `${scripts}<script type="module" src="../../lab.js">`);
    }
    content.set(path, page);
  }
  // The page that widgets link to.
  const trust = await found(TRUST);
  if (trust) content.set(TRUST, linksWithin(TRUST, replaced(replaced(trust, header(TRUST), HEADER_ALONE), footer(), footerAlone("./", answers)), [NOTICES]));
  const queue = noticed ? [NOTICES] : [];
  for (const [path, page] of content) {
    files.set(path, bytes(page));
    queue.push(...namedIn(path, page));
  }
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (files.has(path)) continue;
    const file = await site(path);
    if (!file) continue;
    files.set(path, file);
    if (/\.(js|css)$/.test(path)) queue.push(...namedIn(path, text(file)));
  }
  return { files, about: about! };
}

export interface Package {
  fileName: string;
  zip: Uint8Array;
}

/** `adapter`: the script that talks to the system. */
export async function scormPackage(lab: InSite, adapter: string): Promise<Package> {
  const { files, about } = await standingAlone(lab, IN_COURSE, `<script type="module" src="../../scorm.js"></script>\n    `);
  files.set("scorm.js", bytes(adapter));
  const names = [...files.keys()].sort();
  const listed = new Map<string, Uint8Array>([["imsmanifest.xml", bytes(manifest(about, mainOf(lab.name), names))], ...names.map((name) => [name, files.get(name)!] as const)]);
  return { fileName: `${lab.name}-${about.version}.zip`, zip: zip(listed) };
}

/** For any web server: its first page leads to the lab's. */
export async function webPackage(lab: InSite): Promise<Package> {
  const { files, about } = await standingAlone(lab, ALONE, "");
  const first = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8" /><title>${escapeHtml(about.title)}</title><meta http-equiv="refresh" content="0; url=${mainOf(lab.name)}" /></head>\n<body><p><a href="${mainOf(lab.name)}">${escapeHtml(about.title)}</a></p></body></html>\n`;
  return { fileName: `${lab.name}-${about.version}-web.zip`, zip: zip(new Map([["index.html", bytes(first)], ...[...files].sort(([one], [other]) => (one < other ? -1 : 1))])) };
}
