import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { expect, test } from "vitest";

/** Each is only ever lowered. */
const leftOver = { vagueComments: 1, sharedNames: 10, componentFiles: 14 };

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !/\.(test|d)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Names that a module declares and exports; those that it only passes on are another's. */
function exportedNames(text: string): string[] {
  const declared = /^export (?:async |abstract )?(?:function\*?|const|let|class|type|interface) (\w+)/gm;
  return [...new Set([...text.matchAll(declared)].map(([, name = ""]) => name))];
}

test("Comments say who does what: at most one uses « nobody », « whoever » or « somebody »", () => {
  const vague = /^\s*(\/\/|\/?\*).*\b(nobody|whoever|somebody)\b/i;
  const found = read(
    "{app,bench,build,content,design,domain,engine,kit,scripts,server,subjects}/**/*.{ts,tsx}",
  ).flatMap(({ file, text }) =>
    text.split("\n").flatMap((line) => (vague.test(line) ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(found.slice(leftOver.vagueComments)).toEqual([]);
});

test("An exported name means one thing", () => {
  const homes = new Map<string, string[]>();
  for (const { file, text } of read("{app,build,content,design,domain,engine,kit,server,subjects}/**/*.{ts,tsx}")) {
    for (const name of exportedNames(text)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  const shared = [...homes].filter(([, files]) => files.length > 1).map(([name, files]) => [name, ...files].join(" "));
  expect(shared.slice(leftOver.sharedNames)).toEqual([]);
});

test("A component's file bears the name of one of its components", () => {
  const others = read("{app,subjects}/**/*.tsx").flatMap(({ file, text }) => {
    const components = [...text.matchAll(/^export (?:async )?(?:function|const) ([A-Z]\w*)/gm)].map(([, name]) => name);
    const ownName = basename(file, ".tsx").replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return components.length === 0 || components.includes(ownName) ? [] : [`${file}: ${components.join(", ")}`];
  });
  expect(others.slice(leftOver.componentFiles)).toEqual([]);
});
