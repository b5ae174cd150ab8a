// The measurement of a router, of the reader's own text or of the one beside the script.

import { RidgepointError, type TemplateResult } from "#shared";
import { refusalOf, Run, type RunOf } from "../run.js";
import { run, type Measured } from "./run.js";

export interface MeasuringOf extends RunOf {
  /** The widget's, as it stands. */
  request(): Record<string, unknown>;
  took(found: Measured): void;
}

/** The device is the projection's, in the widget's own words. */
function refusal(error: unknown): RidgepointError {
  const { code, field, message } = refusalOf(error);
  return new RidgepointError({ code, field: field === "model" || field === "hardware" ? `project.${field}` : field, message });
}

export class Measuring {
  /** The reader's own; without one, the text beside the script is routed. */
  text = "";
  readonly #run: Run;

  constructor(private readonly of: MeasuringOf) {
    this.#run = new Run({ start: "Run", stop: "Cancel", stopped: "Cancelled.", progress: "Progress of the measurement" }, of);
  }

  view(): TemplateResult {
    return this.#run.view(() => void this.#measure());
  }

  cancel(): void {
    this.#run.stop();
  }

  async #measure(): Promise<void> {
    const { of, text } = this;
    const { config, samples, repetitions, project } = of.request() as Record<string, Record<string, unknown> | undefined>;
    const request = { config, samples, repetitions, model: project?.["model"], hardware: project?.["hardware"] };
    const asked = { request: JSON.parse(JSON.stringify(request)) as Record<string, unknown>, ...(text ? { text } : {}) };
    await this.#run.through(
      "Loading the router",
      async (progress, signal) => {
        const found = await run(asked, (done, stage) => progress({ done, stage }), signal);
        if (found) of.took(found);
        return found;
      },
      refusal,
    );
  }
}
