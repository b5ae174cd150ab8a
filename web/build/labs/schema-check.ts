// A schema as the check that it is, compiled as the program runs. A page may not compile: its check is made when the site is built.

import Ajv from "ajv";
import type { Check } from "./problems.js";

/** All mistakes at once, each with the value that is wrong. */
export const CHECKING = { allErrors: true, strict: false, verbose: true } as const;

export const checkOf = (schema: object): Check => new Ajv(CHECKING).compile(schema);
