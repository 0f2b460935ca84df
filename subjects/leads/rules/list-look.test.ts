import { expect, test } from "vitest";

import { leadColumns, readColumns, readListLook, writeListLook } from "./list-look.ts";

const read = (address: string) => readListLook(new URLSearchParams(address));

test("Columns stand from left to right as they are named, each once, and what is unknown is ignored", () => {
  expect(readColumns("owner  company_name <b>x</b> constructor owner", " ")).toEqual([
    "last_name",
    "owner",
    "company_name",
  ]);
});

test("The name of a lead is always shown, and first, whatever was stored", () => {
  for (const stored of ["", "nothing", "__proto__", "x".repeat(100_000)]) {
    expect(readColumns(stored, " ")).toEqual(["last_name"]);
  }
  expect(readColumns("volume last_name", " ")).toEqual(["last_name", "volume"]);
});

test("How a list looks stands in its address and comes back from it; what is unknown leaves it to the browser", () => {
  for (const look of [
    {},
    { columns: leadColumns },
    { density: "aeree" },
    { columns: leadColumns, density: "serree" },
  ]) {
    const address = new URLSearchParams(writeListLook(look as ReturnType<typeof readListLook>)).toString();
    expect(read(address)).toEqual({
      ...look,
      ...("columns" in look && { columns: readColumns(leadColumns.join(","), ",") }),
    });
  }
  expect(read("densite=toString&colonne=owner")).toEqual({});
});
