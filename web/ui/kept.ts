/** Keeps a value of the page's in the browser. Whether it is really there now: only what can be read back counts as kept. */
export function kept(key: string, value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    localStorage.setItem(key, text);
    return localStorage.getItem(key) === text;
  } catch {
    return false;
  }
}
