/** Emscripten's minimal runtime with embind: a module of what `instantiate` gives for its imports, which are one object. */
type Glue<Module> = (options: { instantiate(none: undefined, imports: { a: object }): Promise<{ instance: { exports: WebAssembly.Exports } }> }) => Promise<Module>;

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

  const glue: Glue<EngineModule>;
  export default glue;
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

declare module "#router-glue" {
  const glue: Glue<RouterModule>;
  export default glue;
}
declare module "#router-scalar-glue" {
  const glue: Glue<RouterModule>;
  export default glue;
}

/** `ridgepoint grade` with files in memory. */
declare module "#grade-glue" {
  interface GradeModule {
    FS: {
      mkdirTree(path: string): void;
      writeFile(path: string, bytes: Uint8Array): void;
      readdir(path: string): string[];
      readFile(path: string): Uint8Array;
      chdir(path: string): void;
    };
    callMain(args: string[]): void;
  }
  export default function instantiate(options: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
    print(line: string): void;
    printErr(line: string): void;
    onExit(status: number): void;
  }): Promise<GradeModule>;
}
declare module "#grade-wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
