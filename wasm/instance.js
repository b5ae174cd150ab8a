// biome-ignore-all lint/correctness/noUnusedVariables: the glue that follows this in the same function uses them
// The minimal runtime takes its instance from WebAssembly, and nobody would hear of a failure. Here the face gives the one and
// hears of the other (boundary.ts).
var WebAssembly = { instantiate: Module["instantiate"] };
// Emscripten 3.1 does not declare it where there is embind.
var asm;
