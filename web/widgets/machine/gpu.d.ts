// As much of WebGPU as webgpu.ts uses; TypeScript's own library has none of it yet.

interface GPUBuffer {
  mapAsync(mode: number): Promise<void>;
  getMappedRange(): ArrayBuffer;
  destroy(): void;
}
interface GPUBindGroup {
  readonly label: string;
}
interface GPUComputePipeline {
  getBindGroupLayout(index: number): object;
}
interface GPUComputePass {
  setPipeline(pipeline: GPUComputePipeline): void;
  setBindGroup(index: number, group: GPUBindGroup): void;
  dispatchWorkgroups(x: number, y: number): void;
  end(): void;
}
interface GPUCommandEncoder {
  beginComputePass(): GPUComputePass;
  copyBufferToBuffer(from: GPUBuffer, fromOffset: number, to: GPUBuffer, toOffset: number, size: number): void;
  finish(): object;
}
interface GPUDevice {
  readonly queue: { submit(buffers: object[]): void; onSubmittedWorkDone(): Promise<void>; writeBuffer(buffer: GPUBuffer, offset: number, data: Uint32Array): void };
  createBuffer(options: { size: number; usage: number }): GPUBuffer;
  createShaderModule(options: { code: string }): object;
  createComputePipelineAsync(options: { layout: "auto"; compute: { module: object; entryPoint: string } }): Promise<GPUComputePipeline>;
  createBindGroup(options: { layout: object; entries: { binding: number; resource: { buffer: GPUBuffer } }[] }): GPUBindGroup;
  createCommandEncoder(): GPUCommandEncoder;
  destroy(): void;
}
interface GPUAdapter {
  readonly features: ReadonlySet<string>;
  readonly info?: { vendor?: string; description?: string };
  requestDevice(options: { requiredFeatures?: string[] }): Promise<GPUDevice>;
}
interface Navigator {
  readonly gpu: { requestAdapter(): Promise<GPUAdapter | null>; readonly wgslLanguageFeatures?: ReadonlySet<string> };
}
declare const GPUBufferUsage: Record<"STORAGE" | "COPY_DST" | "COPY_SRC" | "MAP_READ", number>;
declare const GPUMapMode: { READ: number };
