/** The path of the mean, where a field is a number or an object with a mean. */
export const meanOf = (path: string): string => `${path}.mean`;

/** Names of requests' fields as attributes: kv_precision → kv-precision, baseline.batch → baseline-batch, prompt_tokens.mean → prompt-tokens. */
export const attributeName = (path: string): string => path.replace(/\.mean$/, "").replace(/[._]/g, "-");
