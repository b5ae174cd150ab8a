// As much of JSON Schema as the core writes: an error for each place where a value is not as its schema says.

/** `whole`: every property must be there, as in a result, where what is unknown is null. */
export function violations(root, schema, value, whole = true, path = "$") {
  const problems = [];
  const check = (part, given, here) => problems.push(...violations(root, part, given, whole, here));
  if (schema.$ref) {
    const target = root.$defs[schema.$ref.replace("#/$defs/", "")];
    if (!target) return [`${path}: no definition ${schema.$ref}`];
    return violations(root, target, value, whole, path);
  }
  if (schema.anyOf) {
    if (!schema.anyOf.some((one) => violations(root, one, value, whole, path).length === 0)) problems.push(`${path}: none of anyOf`);
    return problems;
  }
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const types = [schema.type ?? []].flat();
  const fits = types.some((type) => type === kind || (type === "integer" && Number.isInteger(value)));
  if (types.length > 0 && !fits) return [`${path}: ${kind} instead of ${types.join(" or ")}`];
  if (schema.enum && !schema.enum.includes(value)) problems.push(`${path}: ${value} is none of ${schema.enum}`);
  if (kind === "number" && value < (schema.minimum ?? -Infinity)) problems.push(`${path}: ${value} is too small`);
  if (kind === "number" && value > (schema.maximum ?? Infinity)) problems.push(`${path}: ${value} is too large`);
  if (kind === "array") value.forEach((item, index) => check(schema.items, item, `${path}[${index}]`));
  if (kind === "object") {
    const properties = schema.properties ?? {};
    for (const [name, member] of Object.entries(value)) {
      if (properties[name]) check(properties[name], member, `${path}.${name}`);
      else if (typeof schema.additionalProperties === "object") check(schema.additionalProperties, member, `${path}.${name}`);
      else problems.push(`${path}.${name} is not described`);
    }
    for (const name of whole ? Object.keys(properties) : (schema.required ?? []))
      if (!(name in value)) problems.push(`${path}.${name} is missing`);
  }
  return problems;
}
