// Vite's import of a file as text; that of a script for pages, which compiler-plugins.ts builds; and the check of
// labs/lab.schema.json, which vite.writing.config.ts makes.
declare module "*?raw" {
  const text: string;
  export default text;
}

declare module "*?script" {
  const code: string;
  export default code;
}

declare module "#lab-check" {
  const check: { (value: unknown): boolean; errors?: import("ajv").ErrorObject[] | null };
  export default check;
}
