// Kernels for WebGPU, and what each invocation must come to: every kernel is checked against a plain loop before it is timed.

export const ROUNDS = 64;
/** Invocations of a workgroup. */
export const INVOCATIONS = 64;

export interface GpuKernel {
  name: "copy" | "fp32" | "int8" | "int4" | "subgroups";
  /** Operations of an invocation, a multiplication and an addition being two; of copy and subgroups, bytes. */
  work: number;
  code: string;
  /** What the invocation of that index writes. */
  expected(index: number): number;
  /** Relative error that rounding may leave in a result; integers are exact. */
  tolerance: number;
}

/** What the input holds: numbers whose every bit is used. */
export const input = (index: number): number => (Math.imul(index + 1, 2654435761) ^ (index << 7)) >>> 0;

const shell = (enable: string, result: string, body: string): string => `${enable}
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<${result}>;
@compute @workgroup_size(${INVOCATIONS})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let i = id.y * groups.x * ${INVOCATIONS}u + id.x;
  ${body}
}`;

const signed = (byte: number): number => (byte << 24) >> 24;
const ACTIVATIONS = 0x01020304;

/** Words of so many weights each, multiplied and added up; every round has other weights. */
const products = (name: "int8" | "int4", each: number, enable: string, add: string, sumOf: (weights: number) => number): GpuKernel => ({
  name,
  work: 2 * each * ROUNDS,
  code: shell(
    enable,
    "i32",
    `var weights = source[i];
  var sum = 0;
  for (var round = 0u; round < ${ROUNDS}u; round++) {
    ${add}
    weights = weights * 1664525u + 1013904223u;
  }
  result[i] = sum;`,
  ),
  expected(index) {
    let weights = input(index);
    let sum = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      sum += sumOf(weights);
      weights = (Math.imul(weights, 1664525) + 1013904223) >>> 0;
    }
    return sum;
  },
  tolerance: 0,
});

export const KERNELS: readonly GpuKernel[] = [
  { name: "copy", work: 8, code: shell("", "u32", "result[i] = source[i];"), expected: input, tolerance: 0 },
  {
    name: "fp32",
    // Four chains of vectors of four.
    work: 2 * 16 * ROUNDS,
    code: shell(
      "",
      "f32",
      `let start = f32(source[i] & 255u);
  var a = vec4f(start); var b = vec4f(start + 1); var c = vec4f(start + 2); var d = vec4f(start + 3);
  for (var round = 0u; round < ${ROUNDS}u; round++) {
    a = fma(a, vec4f(0.5), vec4f(1)); b = fma(b, vec4f(0.5), vec4f(1)); c = fma(c, vec4f(0.5), vec4f(1)); d = fma(d, vec4f(0.5), vec4f(1));
  }
  result[i] = dot(a + b + c + d, vec4f(1));`,
    ),
    expected(index) {
      let sum = 0;
      for (let chain = 0; chain < 4; chain += 1) {
        let value = (input(index) & 255) + chain;
        for (let round = 0; round < ROUNDS; round += 1) value = value * 0.5 + 1;
        sum += 4 * value;
      }
      return sum;
    },
    tolerance: 1e-4,
  },
  products("int8", 4, "requires packed_4x8_integer_dot_product;", `sum += dot4I8Packed(weights, ${ACTIVATIONS}u);`, (weights) => {
    let sum = 0;
    for (let shift = 0; shift < 32; shift += 8) sum += signed(weights >>> shift) * signed(ACTIVATIONS >>> shift);
    return sum;
  }),
  products("int4", 8, "", "for (var half = 0u; half < 8u; half++) { sum += (i32((weights >> (4u * half)) & 15u) - 8) * i32(half + 1u); }", (weights) => {
    let sum = 0;
    for (let half = 0; half < 8; half += 1) sum += (((weights >>> (4 * half)) & 15) - 8) * (half + 1);
    return sum;
  }),
  {
    name: "subgroups",
    work: 4,
    // Sums over its subgroup twice over, less one sum: what every invocation writes is then known without the size.
    code: shell("enable subgroups;", "u32", "let value = source[i]; result[i] = subgroupAdd(value) - subgroupAdd(value - 1u) - subgroupAdd(1u) + value;"),
    expected: input,
    tolerance: 0,
  },
];
