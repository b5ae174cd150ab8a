// ridgepoint.d.ts and routing.d.ts: what TypeScript knows of the elements, taken from their sources. Lit stays out of it, as it
// is inside the files.

import ts from "typescript";
import { elementSources, publicMembers } from "./elements.js";

/** A declaration with its documentation, as it stands in the source. */
const written = (node: ts.Node): string => node.getFullText().replace(/^[^]*?(?=\/\*\*|export |interface |type )/, "");

export function declarations(script: string): string {
  const { elements, base, checker } = elementSources(script);
  /** What is imported, by the file that declares it. */
  const from = { engine: new Set<string>(), router: new Set<string>(), "language-model": new Set<string>(), bench: new Set<string>() };
  const copied = new Map<ts.Node, string>();

  /** Copies the types that a piece of source names, and theirs; the engine's are imported. */
  const collect = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) {
      let symbol = checker.getSymbolAtLocation(node.typeName);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      const [declared] = symbol?.declarations ?? [];
      const file = declared?.getSourceFile().fileName ?? "";
      const [, other] = /\/(engine|router|language-model|bench)\.d\.ts$/.exec(file) ?? [];
      if (other) from[other as keyof typeof from].add(symbol!.name);
      else if (declared && /\/web\/(charts|ui|widgets)\//.test(file) && (ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared)) && !copied.has(declared)) {
        copied.set(declared, written(declared).replace(/^(\/\*\*[^]*?\*\/\s*)?(export )?/, "$1export "));
        declared.forEachChild(collect);
      }
    }
    node.forEachChild(collect);
  };

  const members = publicMembers(base).map((member) => {
    const end = "body" in member && member.body ? (member.body as ts.Node).getFullStart() : member.getEnd();
    const text = member.getSourceFile().text;
    for (const part of [...("parameters" in member ? (member.parameters as ts.NodeArray<ts.Node>) : []), ...("type" in member && member.type ? [member.type as ts.Node] : [])]) collect(part);
    const [documentation] = (member as unknown as { jsDoc?: ts.Node[] }).jsDoc ?? [];
    const signature = text.slice(member.getStart(), end).trim().replace(/^async /, "").replace(/ = [^,)]+(?=[,)])/g, "").replace(/;?$/, ";");
    return `  ${documentation ? `${documentation.getText()}\n  ` : ""}${signature}`;
  });
  // A parameter with a default is one that may be left out.
  const optional = publicMembers(base).flatMap((member) =>
    "parameters" in member ? (member.parameters as ts.NodeArray<ts.ParameterDeclaration>).filter(({ initializer }) => initializer).map(({ name }) => name.getText()) : [],
  );
  const face = optional.reduce((text, name) => text.replace(new RegExp(`\\b${name}: `), `${name}?: `), members.join("\n"));

  for (const { result } of elements) collect(result);
  const classes = elements.map(
    ({ className, description, result }) => `/** ${description.replace(/\s+/g, " ")} */\nexport declare class ${className} extends RidgeElement<${result.getText()}> {}`,
  );
  return [
    ...Object.entries(from).flatMap(([file, names]) => (names.size > 0 ? [`import type { ${[...names].sort().join(", ")} } from "./${file}.js";`] : [])),
    ...(script === "ridgepoint.js" ? ['export { loadRidgepoint, RidgepointError } from "./engine.js";', 'export type * from "./engine.js";'] : []),
    ...copied.values(),
    `/** What every widget has for a page's script; each attribute is in custom-elements.json. */\ndeclare abstract class RidgeElement<Result> extends HTMLElement {\n${face}\n}`,
    ...classes,
    `declare global {\n  interface HTMLElementTagNameMap {\n${elements.map(({ tag, className }) => `    "${tag}": ${className};`).join("\n")}\n  }\n}`,
    "",
  ].join("\n\n");
}
