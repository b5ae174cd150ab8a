// The elements as their sources describe them: classes, documentation, and the types that a page gets to see.

import { fileURLToPath } from "node:url";
import ts from "typescript";
import { WIDGETS } from "../widgets.js";

export interface Documented {
  name: string;
  description: string;
}

export interface ElementSource {
  tag: string;
  className: string;
  /** The file, from web/. */
  file: string;
  description: string;
  /** Attributes that are no field of a request. */
  attributes: Documented[];
  events: Documented[];
  parts: string[];
  /** The type of its result, as the class names it. */
  result: ts.TypeNode;
}

const web = fileURLToPath(new URL("../../", import.meta.url));

interface Sources {
  elements: ElementSource[];
  base: ts.ClassDeclaration;
  checker: ts.TypeChecker;
}

let read: Sources | undefined;

/** The classes behind a script that say `@element`. */
export function elementSources(script: string): Sources {
  read ??= readSources();
  return { ...read, elements: read.elements.filter(({ tag }) => WIDGETS.some((one) => one.script === script && one.tag === tag)) };
}

function readSources(): Sources {
  const config = ts.getParsedCommandLineOfConfigFile(`${web}tsconfig.json`, {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => { throw new Error(String(problem.messageText)); } })!;
  const program = ts.createProgram(WIDGETS.map(({ folder }) => `${folder}/element.ts`), config.options);
  const checker = program.getTypeChecker();
  const classes = program.getSourceFiles().filter(({ fileName }) => /\/web\/(ui|widgets)\//.test(fileName)).flatMap((file) => file.statements.filter(ts.isClassDeclaration));
  const base = classes.find(({ name }) => name?.text === "RidgeElement")!;
  const elements = classes.flatMap((made) => {
    const tags = ts.getJSDocTags(made);
    const tagged = (name: string): string[] => tags.filter(({ tagName }) => tagName.text === name).map(({ comment }) => (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim());
    const [tag] = tagged("element");
    if (!tag) return [];
    const listed = (name: string): Documented[] =>
      tagged(name).map((line) => {
        const [names, ...rest] = line.split(/ +- +/);
        return { name: names!, description: rest.join(" - ") };
      });
    const inherited = made.heritageClauses!.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)!.types[0]!;
    return [{
      tag,
      className: made.name!.text,
      file: made.getSourceFile().fileName.slice(web.length),
      description: ts.getTextOfJSDocComment((made as unknown as { jsDoc: ts.JSDoc[] }).jsDoc[0]!.comment) ?? "",
      attributes: listed("attr"),
      events: listed("fires"),
      parts: tagged("csspart").flatMap((line) => line.split(/,\s*/)),
      result: inherited.typeArguments![0]!,
    }];
  });
  return { elements, base, checker };
}

/** The base class's members that a page may use: no override of Lit's, nothing protected or private, and no static. */
export const publicMembers = (base: ts.ClassDeclaration): ts.ClassElement[] =>
  base.members.filter((member) => {
    const modifiers = ts.canHaveModifiers(member) ? (ts.getModifiers(member) ?? []) : [];
    const hidden = [ts.SyntaxKind.OverrideKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.StaticKeyword];
    return member.name && !ts.isPrivateIdentifier(member.name) && !modifiers.some(({ kind }) => hidden.includes(kind)) && !ts.isConstructorDeclaration(member);
  });
