// The reader's own machine as a device: measured by <ridge-machine>, offered by every picker of devices on the same site.

import { kept } from "./kept.js";

const KEY = "ridgepoint.machine.1";

export type OwnMachine = Record<string, unknown> & { name: string };

/** What was kept; nothing where storage is empty, blocked, or holds something else. The engine checks the rest where it is used. */
export function ownMachine(): OwnMachine | undefined {
  try {
    const device = JSON.parse(localStorage.getItem(KEY) ?? "null") as OwnMachine | null;
    return typeof device?.name === "string" && !Array.isArray(device) ? device : undefined;
  } catch {
    return undefined;
  }
}

export const keepMachine = (device: OwnMachine): boolean => kept(KEY, device);
