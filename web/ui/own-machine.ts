// The reader's own machine as a device: measured by <ridge-machine>, offered by every picker of devices on the same site.

const KEY = "ridgepoint.machine.1";

export type OwnMachine = Record<string, unknown> & { name: string };

/** What was kept; nothing where storage is empty, blocked, or holds something else. The engine checks the rest where it is used. */
export function ownMachine(): OwnMachine | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as OwnMachine | null;
    return typeof kept?.name === "string" && !Array.isArray(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is really there now: only what can be read back counts as kept. */
export function keepMachine(device: OwnMachine): boolean {
  try {
    const text = JSON.stringify(device);
    localStorage.setItem(KEY, text);
    return localStorage.getItem(KEY) === text;
  } catch {
    return false;
  }
}
