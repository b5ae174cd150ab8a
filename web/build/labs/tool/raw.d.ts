// Vite's import of a file as text, and that of a script for pages, which vite.tool.config.ts builds.
declare module "*?raw" {
  const text: string;
  export default text;
}

declare module "*?script" {
  const code: string;
  export default code;
}
