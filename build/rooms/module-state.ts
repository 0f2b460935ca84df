import { parseSync } from "oxc-parser";

/** What a module of the server keeps for as long as the process lives, besides what a service holds for its maker. */
export type ModuleState = { file: string; name: string };

/**
 * Finds mutable state at the top level of a module: `let`, a weak or empty collection, one that is written to later,
 * and a service made there. What a request changes belongs to a service, made once with the context and passed on.
 */
export function findModuleState(file: string, text: string): ModuleState[] {
  const { program } = parseSync(file, text);
  return program.body
    .map((statement) => (statement.type === "ExportNamedDeclaration" ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === "VariableDeclaration" ? statement : []))
    .flatMap(({ kind, declarations }) =>
      declarations.flatMap(({ id, init }) => {
        const name = text.slice(id.start, id.end).split(":")[0] ?? "";
        const value = init ? text.slice(init.start, init.end) : "";
        return kind === "let" || isState(value) || isWrittenTo(name, text) ? [{ file, name }] : [];
      }),
    );
}

const weakCollection = /^new (?:WeakMap|WeakSet|WeakRef)\b/;
const emptyCollection = /^new (?:Map|Set)(?:<.*>)?\(\)$|^\[\]$|^\{\}$/s;
const service = /^(?:await )?create[A-Z]\w*\(/;

function isState(value: string): boolean {
  return weakCollection.test(value) || emptyCollection.test(value) || service.test(value);
}

function isWrittenTo(name: string, text: string): boolean {
  return new RegExp(`(?<![.\\w])${name}(?:\\.(?:set|add|delete|clear|push)\\(|\\[[^\\]]+\\] \\??\\??=[^=])`).test(text);
}
