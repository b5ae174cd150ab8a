/** Loads the script of a widget unless the page has it; from a file, where browsers load no module, it is a classic one. */
export function bring(script: string): Promise<void> {
  if (document.querySelector(`script[src="./${script}"], script[src="./${script.replace(/\.js$/, ".classic.js")}"]`)) return Promise.resolve();
  return new Promise((done, failed) => {
    const element = document.createElement("script");
    if (location.protocol !== "file:") element.type = "module";
    element.src = `./${script}`;
    element.onload = () => done();
    element.onerror = () => {
      element.remove();
      failed(new Error(`${script} did not load`));
    };
    document.head.append(element);
  });
}
