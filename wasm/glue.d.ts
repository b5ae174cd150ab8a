/** What a module is made of: its bytes, or exports that are there already. */
interface ModuleOptions {
  wasmBinary?: BufferSource;
  /** In place of it: hands over the exports, at once. The glue's imports are one object. */
  instantiateWasm?(imports: { a: object }, done: (instance: { exports: WebAssembly.Exports }) => void): void;
  printErr(text: string): void;
}

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

  export default function instantiate(options: ModuleOptions): Promise<EngineModule>;
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
type InstantiateRouter = (options: ModuleOptions) => Promise<RouterModule>;

declare module "#router-glue" {
  const instantiate: InstantiateRouter;
  export default instantiate;
}
declare module "#router-scalar-glue" {
  const instantiate: InstantiateRouter;
  export default instantiate;
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
