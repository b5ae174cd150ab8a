// The measured machine, kept in the browser for the pickers of devices.

import { MACHINE_KEY, type OwnMachine } from "#shared";
import { kept } from "../../ui/kept.js";

export const keepMachine = (device: OwnMachine): boolean => kept(MACHINE_KEY, device);
