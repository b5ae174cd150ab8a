// The inputs of a widget that asks one call, written short.

import type { Input } from "#shared";

/** Makes inputs of that call: a path, and what the widget says of it beside the engine. */
export const inputsOf =
  (call: string) =>
  (path: string, label?: string, start?: unknown, unset?: string): Input => ({
    path,
    call,
    ...(label ? { label } : {}),
    ...(start === undefined ? {} : { start }),
    ...(unset ? { unset } : {}),
  });
