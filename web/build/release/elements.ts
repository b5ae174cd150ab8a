// The elements as their sources describe them: classes, documentation, and the types that a page gets to see.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { WIDGETS } from "../widgets.js";

export interface Documented {
  name: string;
  description: string;
}

/** What a class says of the element that it is. */
interface Documentation {
  tag: string;
  className: string;
  description: string;
  /** Attributes that are no field of a request. */
  attributes: Documented[];
  events: Documented[];
  parts: string[];
}

export interface ElementSource extends Documentation {
  /** The file, from web/. */
  file: string;
  /** The type of its result, as the class names it. */
  result: ts.TypeNode;
}

const web = fileURLToPath(new URL("../../", import.meta.url));

interface Sources {
  elements: ElementSource[];
  base: ts.ClassDeclaration;
  checker: ts.TypeChecker;
}

function documentation(made: ts.ClassDeclaration): Documentation {
  const tags = ts.getJSDocTags(made);
  const tagged = (name: string): string[] => tags.filter(({ tagName }) => tagName.text === name).map(({ comment }) => (ts.getTextOfJSDocComment(comment) ?? "").replace(/\s+/g, " ").trim());
  const listed = (name: string): Documented[] =>
    tagged(name).map((line) => {
      const [names, ...rest] = line.split(/ +- +/);
      return { name: names!, description: rest.join(" - ") };
    });
  const [about] = (made as unknown as { jsDoc?: ts.JSDoc[] }).jsDoc ?? [];
  return {
    tag: tagged("element")[0] ?? "",
    className: made.name!.text,
    description: ts.getTextOfJSDocComment(about?.comment) ?? "",
    attributes: listed("attr"),
    events: listed("fires"),
    parts: tagged("csspart").flatMap((line) => line.split(/,\s*/)),
  };
}

/** The page of a lab, an element too, though not one to embed. */
export function labDocumentation(): Documentation {
  const file = `${web}labs/lab.ts`;
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).map(documentation).find(({ tag }) => tag === "ridge-lab")!;
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
    const words = documentation(made);
    if (!words.tag) return [];
    const inherited = made.heritageClauses!.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)!.types[0]!;
    return [{
      ...words,
      file: made.getSourceFile().fileName.slice(web.length),
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
