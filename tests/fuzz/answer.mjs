// What the shipped WebAssembly answers to a request, in the form of the native program `answers`: in Node, and in any browser.

const bits = new DataView(new ArrayBuffer(8));
/** A double as the 64 bits that it is. */
const stored = (number) => {
  if (number === undefined || Number.isNaN(number)) return "none"; // a choice, or a number, that has no value
  bits.setFloat64(0, number);
  return bits.getBigUint64(0).toString();
};

/** As the native program writes a sweep: its header, then every double of its columns. */
function swept(engine, request) {
  const { rows, columns } = engine.sweep(request);
  const header = { rows, columns: [] };
  const values = [];
  for (const [name, column] of Object.entries(columns)) {
    header.columns.push(name);
    for (const value of column) values.push(typeof value === "string" ? value : stored(value));
  }
  return { header, values };
}

/**
 * Gives the function that answers a call, an error in the same form as the core's; `folder` is the address of build/dist, `another` a
 * query that makes the engine's script another module than the one that is loaded already.
 */
export async function answering(folder, another = "") {
  const { loadRidgepoint } = await import(`${folder}engine.js${another}`);
  const whole = await loadRidgepoint({ calls: "all" });
  const systems = await loadRidgepoint({ calls: "systems" });
  let languageModel;
  return async (call, request) => {
    try {
      if (call === "quantize") {
        languageModel ??= await (await import(`${folder}language-model.js`)).loadLanguageModel();
        const { tokens_per_s, reference_tokens_per_s, ...result } = languageModel.quantize(request);
        return { result: { ...result, tokens_per_s: null, reference_tokens_per_s: null } };
      }
      const engine = (call === "sweep" ? request.call : call) in systems && !["hardware", "models"].includes(call) ? systems : whole;
      if (call === "sweep") return swept(engine, request);
      const [holder, short] = call.startsWith("route_") ? [engine.route, call.slice(6)] : [engine, call];
      return { result: holder[short](request) };
    } catch ({ code, field, message }) {
      return { error: { code, field, message } };
    }
  };
}
