// The measurement of the reader's machine.

import { RidgepointError, type TemplateResult } from "#shared";
import { Run, type RunOf } from "../run.js";
import type { Measured } from "./measured.js";
import type { MeasureOf } from "./measure.js";

const measuring = (): Promise<typeof import("./measure.js")> =>
  import("./measure.js").catch((error: Error) => {
    throw new RidgepointError({ code: "load_failed", field: "", message: `machine-measure.js, which belongs beside machine.js, did not load (${error.message})` });
  });

export interface MeasuringOf extends RunOf, Pick<MeasureOf, "serve"> {
  /** What the last run was refused for is over. */
  begun(): void;
  took(found: Measured): void;
}

export class Measuring {
  readonly #run: Run;

  constructor(private readonly of: MeasuringOf) {
    this.#run = new Run({ start: "Measure", stop: "Stop", stopped: "Stopped.", progress: "Progress of the measurement" }, of);
  }

  view(): TemplateResult {
    return this.#run.view(() => void this.#measure());
  }

  stop(): void {
    this.#run.stop();
  }

  async #measure(): Promise<void> {
    const { of } = this;
    of.begun();
    await this.#run.through("Loading the kernels", async (progress, signal) => {
      const { measure } = await measuring();
      const found = await measure({ serve: of.serve, progress, partly: (part) => of.took(part) }, signal);
      if (found) of.took(found);
      return found;
    });
  }
}
