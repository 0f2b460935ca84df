import { describe, expect, test } from "vitest";

import { RestRefusal } from "./errors.ts";
import { parseQuery, readParameters } from "./grammar.ts";
import { readMediaType } from "./media-type.ts";
import { describeApplied, readPreferences } from "./preferences.ts";
import { describeContentRange, findRange, findRangeStatus } from "./range.ts";

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof RestRefusal) return `${error.problem.status} ${error.problem.code}`;
    throw error;
  }
  return "accepted";
}

describe("Range and Content-Range", () => {
  test.each([
    ["", undefined, 0, undefined],
    ["limit=5", undefined, 0, 5],
    ["limit=5&offset=10", undefined, 10, 5],
    ["", "0-9", 0, 10],
    ["", "items=5-9", 5, 5],
    ["", "5-", 5, undefined],
    ["limit=5", "2-9", 2, 3],
    ["offset=8", "0-9", 8, 2],
    ["limit=5", "10-19", 10, 0],
    ["", "bytes=0-9", 0, undefined],
    ["", "-5", 0, undefined],
    ["", "0-1,3-4", 0, undefined],
  ])("%s with Range %s starts at %i and takes %s", (search, header, offset, limit) => {
    expect(findRange(parseQuery(readParameters(search)), header)).toEqual({ offset, limit });
  });

  test("A range that ends before it starts is refused", () => {
    expect(refusalOf(() => findRange(parseQuery([]), "9-0"))).toBe("416 PGRST103");
  });

  test.each([
    [0, 50, 1234, "0-49/1234", 206],
    [0, 50, undefined, "0-49/*", 200],
    [0, 3, 3, "0-2/3", 200],
    [0, 0, 0, "*/0", 200],
    [0, 0, undefined, "*/*", 200],
    [3, 0, 3, "*/3", 206],
    [2, 1, 3, "2-2/3", 206],
  ])("From %i, %i rows of %s read %s with status %i", (offset, rowCount, total, contentRange, status) => {
    expect(describeContentRange(offset, rowCount, total)).toBe(contentRange);
    expect(findRangeStatus(offset, rowCount, total)).toBe(status);
  });

  test("Starting beyond a counted end is refused", () => {
    expect(refusalOf(() => findRangeStatus(4, 0, 3))).toBe("416 PGRST103");
  });
});

describe("Prefer", () => {
  test("The first of two values counts, unknown ones are passed over", () => {
    const preferences = readPreferences("return=representation, return=minimal,count=planned, wait=5,,__proto__=x");
    expect(preferences).toMatchObject({ returns: "representation", isCounted: true });
    expect(describeApplied(preferences, ["return", "count"])).toBe("return=representation, count=exact");
  });

  test("Nothing asked, nothing applied", () => {
    expect(describeApplied(readPreferences(undefined), ["return", "count"])).toBeUndefined();
    expect(readPreferences(undefined).returns).toBe("minimal");
  });

  test("A most number of rows binds under strict handling only", () => {
    expect(readPreferences("max-affected=3").maxAffected).toBeUndefined();
    expect(readPreferences("handling=strict, max-affected=3").maxAffected).toBe(3);
  });

  test("Under strict handling an unknown preference is refused", () => {
    expect(refusalOf(() => readPreferences("handling=strict, timezone=Europe/Paris"))).toBe("400 PGRST122");
  });
});

describe("Accept", () => {
  test.each([
    [undefined, "application/json; charset=utf-8"],
    ["*/*", "application/json; charset=utf-8"],
    ["application/json", "application/json; charset=utf-8"],
    ["text/html, application/json;q=0.9", "application/json; charset=utf-8"],
    ["application/vnd.pgrst.object+json", "application/vnd.pgrst.object+json; charset=utf-8"],
    [
      "application/vnd.pgrst.object+json;nulls=stripped",
      "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
    ],
    [
      "application/vnd.pgrst.array+json;nulls=stripped",
      "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
    ],
  ])("%s is answered as %s", (accept, contentType) => {
    expect(readMediaType(accept).contentType).toBe(contentType);
  });

  test.each([
    "text/csv",
    "application/openapi+json",
    "application/vnd.pgrst.plan+json",
    "constructor",
    "application/json;q=0",
  ])("%s is not offered", (accept) => {
    expect(refusalOf(() => readMediaType(accept))).toBe("406 PGRST107");
  });
});
