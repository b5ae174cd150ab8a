// The reader's own machine as a device: measured by <ridge-machine>, offered by every picker of devices on the same site.

/** Where the browser keeps it. */
export const MACHINE_KEY = "ridgepoint.machine.1";

export type OwnMachine = Record<string, unknown> & { name: string };

/** What was kept; nothing where storage is empty, blocked, or holds something else. The engine checks the rest where it is used. */
export function ownMachine(): OwnMachine | undefined {
  try {
    const device = JSON.parse(localStorage.getItem(MACHINE_KEY) ?? "null") as OwnMachine | null;
    return typeof device?.name === "string" && !Array.isArray(device) ? device : undefined;
  } catch {
    return undefined;
  }
}
