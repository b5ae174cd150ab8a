/** What bindings.cpp registers, as Emscripten's generated glue exports it. */
declare module "#glue" {
  export interface EngineModule {
    call(name: string, request: string): string;
    sweep(request: string): { header: string; values: Float64Array };
    names(): string[];
    readonly version: string;
  }

  export default function instantiate(options: {
    wasmBinary: BufferSource;
    printErr(text: string): void;
  }): Promise<EngineModule>;
}
