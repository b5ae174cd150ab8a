/** The engine's bytes in base64; the classic build provides it. */
declare module "#wasm" {
  const base64: string;
  export default base64;
}

/** The elements of ridgepoint.js, as web/build/widgets.ts finds them. */
declare module "#elements" {}

/** A style sheet's text, as the bundler leaves it. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}
