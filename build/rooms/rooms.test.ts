import { existsSync, globSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { allowedImports, roomOf } from "./allowed-imports.ts";
import { importsOf, readImports } from "./import-graph.ts";
import { knotsOf } from "./knots.ts";

const imports = readImports();
const crossings = imports
  .map(({ from, to }) => ({ from, to, rooms: [roomOf(from), roomOf(to)] as const }))
  .filter(({ rooms: [from, to] }) => from !== to);

test("An import is found in each of the forms it can have", () => {
  const text = `
    import a from "./a.ts"; import type { B } from "#domain/b.ts";
    export { c } from "../c.ts"; export type * from "./d.ts"; const e = await import("./e.ts"); import "./f.css"; import g from "./g.svg?raw"; import pg from "pg";`;
  expect(importsOf("app/room/file.ts", text).toSorted()).toEqual([
    "app/c.ts",
    "app/room/a.ts",
    "app/room/d.ts",
    "app/room/e.ts",
    "app/room/f.css",
    "app/room/g.svg",
    "domain/b.ts",
  ]);
});

describe("A room", () => {
  test("imports only from the rooms that the table allows", () => {
    const refused = crossings.filter(({ rooms: [from, to] }) => !allowedImports[from]?.includes(to));
    expect(refused.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    expect(crossings.length).toBeGreaterThan(500);
  });

  test("is allowed nothing that it does not use", () => {
    const used = new Set(crossings.map(({ rooms }) => rooms.join(" → ")));
    const unused = Object.entries(allowedImports).flatMap(([from, rooms]) =>
      rooms.map((to) => `${from} → ${to}`).filter((arrow) => !used.has(arrow)),
    );
    expect(unused).toEqual([]);
  });

  test("is never imported back by what it imports, however far", () => {
    // The table is written from the ground up: a room may name only rooms above its own line.
    const order = Object.keys(allowedImports);
    const upward = Object.entries(allowedImports).flatMap(([from, rooms]) =>
      rooms
        .filter((to) => order.indexOf(to) < 0 || order.indexOf(to) >= order.indexOf(from))
        .map((to) => `${from} → ${to}`),
    );
    expect(upward).toEqual([]);
  });

  test("says what it is for, what stays out and where to begin", () => {
    const rooms = Object.keys(allowedImports).filter((room) => !room.includes(".") && room.split("/").length < 3);
    const folders = [...rooms, "subjects", ...globSync("subjects/*/").filter((path) => !path.includes("."))];
    expect(folders.filter((room) => !existsSync(`${room}/README.md`))).toEqual([]);
  });
});

describe("Imports in a circle", () => {
  test("are found with all their members, and nothing that only leads to them or away", () => {
    const found = knotsOf(
      [
        ["enters/a", "one/a"],
        ["one/a", "one/b"],
        ["one/b", "two/a"],
        ["two/a", "three/a"],
        ["three/b", "one/c"],
        ["two/a", "leaves/a"],
      ].map(([from = "", to = ""]) => ({ from, to })),
      dirname,
    );
    expect(found).toEqual([["one", "three", "two"]]);
  });

  test("do not stand between folders, at any depth", () => {
    expect(knotsOf(imports, dirname)).toEqual([]);
  });

  test("do not stand between files", () => {
    expect(knotsOf(imports, (file) => file)).toEqual([]);
  });
});
