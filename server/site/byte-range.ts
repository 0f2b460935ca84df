/** Bytes of a file, both ends included. */
export type ByteRange = { from: number; to: number };

/**
 * Reads a Range header (RFC 9110, section 14). Safari plays nothing from a server that does not answer its ranges.
 *
 * @returns "whole" for what may be ignored (no range, another unit, several ranges), "unsatisfiable" for one outside
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return "whole";

  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < from) return "whole";
  return from < size && from <= to ? { from, to } : "unsatisfiable";
}
