/** The engine's bytes in base64; the classic build provides it. */
declare module "#wasm" {
  const base64: string;
  export default base64;
}

declare module "#router-schema" {
  const schema: object;
  export default schema;
}
