import { globSync, readFileSync } from "node:fs";

import { type Expression, parseSync, type PrivateIdentifier, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

import { soldOffers } from "#domain/kernel/lead.ts";

/** What differs between offers is an entry of a total record, or stands in one folder. Only ever lowered. */
const leftOver = 3;

const sources = globSync("{app,content,design,domain,engine,kit,server,subjects}/**/*.{ts,tsx}").filter(
  (file) => !/\.test\.tsx?$|\/offers\//.test(file),
);
const names = new RegExp(`"(${soldOffers.join("|")})"`);
const isName = (node: Expression | PrivateIdentifier | null) =>
  node?.type === "Literal" && soldOffers.some((offer) => offer === node.value);

/** Lines that compare with the name of an offer. */
function comparisonsIn(file: string, source: string): string[] {
  const found: string[] = [];
  // Only what has a name is parsed.
  if (!names.test(source)) return found;
  const add = ({ start }: { start: number }) => found.push(`${file}:${source.slice(0, start).split("\n").length}`);
  new Visitor({
    BinaryExpression: (node) => void ([node.left, node.right].some(isName) && add(node)),
    SwitchCase: (node) => void (isName(node.test) && add(node)),
  }).visit(parseSync(file, source).program);
  return found;
}

test("A comparison and a case with the name of an offer are found", () => {
  const source = 'a === "closing";\n"marketing" !== b;\nswitch (c) {\n  case "secretariat":\n}\nd === "general";';
  expect(comparisonsIn("a.ts", source)).toEqual(["a.ts:1", "a.ts:2", "a.ts:4"]);
});

test("Hardly any code outside the folders of the offers compares with the name of one", () => {
  const found = sources.flatMap((file) => comparisonsIn(file, readFileSync(file, "utf8")));
  expect({ isWithin: found.length <= leftOver, found }).toMatchObject({ isWithin: true });
});
