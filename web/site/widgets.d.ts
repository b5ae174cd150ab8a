/** Where the pages and scripts of this language are from the root of the site: "" or "es/". */
declare const RIDGEPOINT_FOLDER: string;

declare module "#widgets" {
  /** The elements as build/dist/custom-elements.json describes them. */
  const widgets: {
    tag: string;
    /** The tag without its prefix. */
    name: string;
    title: string;
    attributes: string[];
    /** What registers it. */
    script: string;
    /** The site's page about it. */
    page: string;
  }[];
  export default widgets;
}

declare module "#names" {
  /** Names of every device and model, by id. */
  const names: Record<string, string>;
  export default names;
}
