// What the page that writes labs asks of the compiler in its worker, and what it is told.

/** A lab that is being written. */
export interface Draft {
  name: string;
  /** Its texts by the names of their files. */
  files: Record<string, string>;
}

/** A mistake or a slip, at a line of one of the files. */
export interface Found {
  file: string;
  line: number;
  reason: string;
}

/** The lab's pages, or a zip of them: for a learning-management system, or for a web server. */
export type Wanted = "pages" | "scorm" | "web";

export interface Asked {
  id: number;
  draft: Draft;
  wanted: Wanted;
}

/** What came of a draft; `failed`: something that is no mistake of the draft. */
export type Outcome =
  | { pages: [address: string, html: string][]; remarks: Found[] }
  | { fileName: string; zip: Uint8Array }
  | { wrong: Found[] }
  | { failed: string };

export interface Told {
  id: number;
  outcome: Outcome;
}

/** What a lab may consist of. */
export const isLabFile = (name: string): boolean => /^(lab\.json|lab\.md|model-note\.md|[\w-]+\.svg)$/.test(name);

/** A lab of the site, to begin with. */
export interface Beginning extends Draft {
  title: string;
}
