import { parse } from "range-parser";

/** Bytes of a file, both ends included. */
export type ByteRange = { from: number; to: number };

/**
 * Reads a Range header (RFC 9110, section 14). Safari plays nothing from a server that does not answer its ranges.
 *
 * @returns "whole" for what may be ignored (no range, another unit, several ranges), "unsatisfiable" for one outside
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | "whole" | "unsatisfiable" {
  const { code, type, ranges } = parse(size, header ?? "");
  if (type !== "bytes" || code === 1 || ranges.length > 1) return "whole";
  const [range] = ranges;
  return range ? { from: range.start, to: range.end } : "unsatisfiable";
}
