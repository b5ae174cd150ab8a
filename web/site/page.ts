// On every page, before its first paint: the colours that the reader has chosen. Then what the header needs, and the files kept for
// use without a network. As a classic script, since a module would come after the paint.

const KEY = "ridgepoint.theme";
const root = document.documentElement;
const system = (): string => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** Where storage is blocked, a choice holds for the page alone. */
function stored<Found>(act: (storage: Storage) => Found): Found | undefined {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
}

const kept = stored((storage) => storage.getItem(KEY));
if (kept === "dark" || kept === "light") root.dataset["theme"] = kept;

function switchTheme(): void {
  const next = (root.dataset["theme"] ?? system()) === "dark" ? "light" : "dark";
  // Who chooses what the system has follows it again.
  const isSystem = next === system();
  if (isSystem) delete root.dataset["theme"];
  else root.dataset["theme"] = next;
  stored((storage) => (isSystem ? storage.removeItem(KEY) : storage.setItem(KEY, next)));
}

/** Another window has chosen. */
addEventListener("storage", ({ key, newValue }) => {
  if (key !== KEY) return;
  if (newValue === "dark" || newValue === "light") root.dataset["theme"] = newValue;
  else delete root.dataset["theme"];
});

addEventListener("click", ({ target }) => {
  const at = target as Element;
  if (at.closest?.("[data-theme-switch]")) switchTheme();
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(".menu[open]")) if (!menu.contains(at)) menu.open = false;
});
addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector<HTMLDetailsElement>(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary")!.focus();
});

/**
 * Under https alone: the addresses of one's own machine are shared by whatever is served there next, and a worker would outlive its
 * site. Readers who save data are spared the download.
 */
addEventListener("load", async () => {
  const line = document.querySelector<HTMLElement>("#offline");
  const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  if (!line || location.protocol !== "https:" || !("serviceWorker" in navigator) || saves) return;
  try {
    await navigator.serviceWorker.register(line.dataset["worker"]!);
    await navigator.serviceWorker.ready;
    line.hidden = false;
  } catch (error) {
    console.warn("Ridgepoint is not kept for use without a network:", error);
  }
});
