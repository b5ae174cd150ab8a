import { RidgepointError } from "#shared";

/** Runs a part whose request is nested in the widget's: its errors then name the nested field, but for those that the parts share. */
export function within<T>(part: string, common: RegExp, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RidgepointError) || !error.field || common.test(error.field)) throw error;
    throw new RidgepointError({ code: error.code, field: `${part}.${error.field}`, message: error.message });
  }
}
