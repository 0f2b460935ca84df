import { refuse, shownName } from "./errors.ts";

/** How the caller wants the rows: as a list, or as the one object there must be. */
export type MediaType = { isSingle: boolean; areNullsStripped: boolean; contentType: string };

const json: MediaType = { isSingle: false, areNullsStripped: false, contentType: "application/json; charset=utf-8" };

const offered: Record<string, MediaType> = {
  "*/*": json,
  "application/*": json,
  "application/json": json,
  "application/vnd.pgrst.array": json,
  "application/vnd.pgrst.array+json": json,
  "application/vnd.pgrst.object": describeVendor("object", true),
  "application/vnd.pgrst.object+json": describeVendor("object", true),
};

const stripped: Record<string, MediaType> = {
  "application/vnd.pgrst.array+json": { ...describeVendor("array", false, ";nulls=stripped"), areNullsStripped: true },
  "application/vnd.pgrst.object+json": { ...describeVendor("object", true, ";nulls=stripped"), areNullsStripped: true },
};

function describeVendor(name: string, isSingle: boolean, parameter = ""): MediaType {
  const contentType = `application/vnd.pgrst.${name}+json${parameter}; charset=utf-8`;
  return { isSingle, areNullsStripped: false, contentType };
}

/** The first type of the `Accept` header that we have; weights are not compared. */
export function readMediaType(accept: string | undefined): MediaType {
  if (accept === undefined || accept === "" || accept === "*/*") return json;
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (parameters.includes("q=0")) continue;
    const table = parameters.includes("nulls=stripped") ? stripped : offered;
    const found = Object.hasOwn(table, type) ? table[type] : undefined;
    if (found) return found;
  }
  const asked = accept.split(/[;,]/)[0]?.split("/").map(shownName).join("/");
  throw refuse(406, "PGRST107", `None of these media types are available: ${asked}`);
}
