/** The engine's bytes in base64; the classic build provides it. */
declare module "#wasm" {
  const base64: string;
  export default base64;
}

/** The elements of ridgepoint.js, as web/build/widgets.ts finds them. */
declare module "#elements" {}

/** What they hand to the scripts of the others, as web/build/handed.ts names it. */
declare module "#handed" {}

/** The tags of the others, and the files of their scripts. */
declare module "#apart" {
  const scripts: Record<string, string>;
  export default scripts;
}

/** A style sheet's text, as the bundler leaves it. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}
