/** What bindings.cpp registers, as Emscripten's generated glue exports it. */
declare module "#glue" {
  export interface EngineModule {
    call(name: string, request: string): string;
    /** The header of the columns. */
    sweep(request: string): string;
    /** A view of the last sweep's columns in the engine's memory, which moves when it grows. */
    sweep_values(): Float64Array;
    /** One name a line. */
    names(): string;
    readonly version: string;
  }

  export default function instantiate(options: {
    wasmBinary: BufferSource;
    printErr(text: string): void;
  }): Promise<EngineModule>;
}

/** What router.cpp registers. */
interface RouterModule {
  analyze(request: string, text: Uint8Array): string;
  presets(): string;
  kernels(): string;
  text_bytes_limit(): string;
  readonly version: string;
  /** Called while `analyze` runs. */
  progress: (done: number, stage: string) => void;
}
type InstantiateRouter = (options: {
  wasmBinary: BufferSource;
  printErr(text: string): void;
}) => Promise<RouterModule>;

declare module "#router-glue" {
  const instantiate: InstantiateRouter;
  export default instantiate;
}
declare module "#router-scalar-glue" {
  const instantiate: InstantiateRouter;
  export default instantiate;
}
