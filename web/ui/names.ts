/** Names of requests' fields as attributes: kv_precision → kv-precision, baseline.batch → baseline-batch. */
export const attributeName = (path: string): string => path.replace(/[._]/g, "-");
