import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";

import { parseAccept } from "hono/utils/accept";

import { keepNewest } from "#kit/keep-newest.ts";

import { readByteRange } from "./byte-range.ts";
import {
  compress,
  compressQuickly,
  copySuffixes,
  type Encoding,
  encodingsByPreference,
  isCompressible,
} from "./encodings.ts";

export type Variant = { body: Buffer; headers: OutgoingHttpHeaders };

/** A file with its ready-made answers: as it is, and in each encoding it has a copy in. */
export type MemoryFile = {
  etag: string;
  unencoded: Variant;
  copies: Map<Encoding, Variant>;
  revalidationHeaders: OutgoingHttpHeaders;
};

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webm": "video/webm",
  ".mp4": "video/mp4",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".vtt": "text/vtt; charset=utf-8",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

export function contentTypeOf(fileName: string): string {
  return contentTypes[extname(fileName)] ?? "application/octet-stream";
}

export function createMemoryFile(content: Buffer, contentType: string, headers: OutgoingHttpHeaders): MemoryFile {
  const etag = etagOf(content);
  const revalidationHeaders = { ...headers, vary: "accept-encoding", etag };
  const unencoded = {
    body: content,
    headers: {
      ...revalidationHeaders,
      "content-type": contentType,
      "content-length": content.length,
    },
  };
  return { etag, unencoded, copies: new Map(), revalidationHeaders };
}

/** Weak: the same page in another encoding is the same page. */
export function etagOf(content: Buffer): string {
  return `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
}

/** Adds a fast copy in the encoding that nearly every browser prefers, while a request waits for it. */
export function addQuickCopy(file: MemoryFile): void {
  addCopy(file, "br", compressQuickly(file.unencoded.body));
}

/** The best ones, in every encoding. */
export async function addCompressedCopies(file: MemoryFile): Promise<void> {
  for (const encoding of encodingsByPreference) addCopy(file, encoding, await compress(file.unencoded.body, encoding));
}

function addCopy(file: MemoryFile, encoding: Encoding, body: Buffer): void {
  const headers = { ...file.unencoded.headers, "content-length": body.length, "content-encoding": encoding };
  file.copies.set(encoding, { body, headers });
}

/** Every file of a folder by its URL path, with the copies the build put beside it; hidden ones are left out. */
export function readFolder(folder: string, urlPrefix: string, headers: OutgoingHttpHeaders): Map<string, MemoryFile> {
  const files = new Map<string, MemoryFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const filePath = join(entry.parentPath, entry.name);
    const urlPath = `${urlPrefix}/${relative(folder, filePath)}`;
    if (!entry.isFile() || urlPath.includes("/.") || isCopy(entry.name)) continue;

    const file = createMemoryFile(readFileSync(filePath), contentTypeOf(entry.name), headers);
    for (const encoding of encodingsByPreference) {
      const copyPath = filePath + copySuffixes[encoding];
      if (existsSync(copyPath)) addCopy(file, encoding, readFileSync(copyPath));
    }
    files.set(urlPath, file);
  }
  return files;
}

/** "home.css.br" is a copy of "home.css". */
function isCopy(name: string): boolean {
  const suffix = extname(name);
  return Object.values(copySuffixes).includes(suffix) && isCompressible(extname(name.slice(0, -suffix.length)));
}

/** Answers a GET or HEAD; the browser's own copy is confirmed when it is still good. */
export function sendFile(file: MemoryFile, status: number, request: IncomingMessage, response: ServerResponse): void {
  if (status === 200 && hasSameTag(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, file.revalidationHeaders).end();
    return;
  }

  if (status === 200 && file.copies.size === 0 && sendPart(file, request, response)) return;

  const { headers, body } = chooseVariant(file, String(request.headers["accept-encoding"] ?? ""));
  response.writeHead(status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

/**
 * Part of a recording or a film, when that is what is asked for. Tags are weak, so `If-Range` never holds.
 *
 * @returns false, with the response untouched, when the whole file is wanted
 */
function sendPart({ unencoded, revalidationHeaders }: MemoryFile, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "GET" || request.headers["if-range"] !== undefined) return false;
  const size = unencoded.body.length;
  const range = readByteRange(request.headers.range, size);
  if (range === "whole") return false;
  if (range === "unsatisfiable") {
    response.writeHead(416, { ...revalidationHeaders, "content-range": `bytes */${size}` }).end();
    return true;
  }

  const part = unencoded.body.subarray(range.from, range.to + 1);
  const place = { "content-range": `bytes ${range.from}-${range.to}/${size}`, "content-length": part.length };
  response.writeHead(206, { ...unencoded.headers, ...place }).end(part);
  return true;
}

function hasSameTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/** @param acceptEncoding the header's value, empty without one */
export function chooseVariant(file: MemoryFile, acceptEncoding: string): Variant {
  const accepted = readAcceptedEncodings(acceptEncoding);
  for (const encoding of encodingsByPreference) {
    const copy = file.copies.get(encoding);
    if (copy && accepted.has(encoding)) return copy;
  }
  return file.unencoded;
}

/** What was read of the header before: browsers send a handful of different ones. */
const knownEncodings = new Map<string, ReadonlySet<string>>();
const maxKnownEncodings = 100;

/** "br;q=0" refuses. */
function readAcceptedEncodings(acceptEncoding: string): ReadonlySet<string> {
  const known = knownEncodings.get(acceptEncoding);
  if (known) return known;

  const named = parseAccept(acceptEncoding.toLowerCase());
  const accepted = new Set(named.filter(({ q }) => q > 0).map(({ type }) => type));
  keepNewest(knownEncodings, acceptEncoding, accepted, maxKnownEncodings);
  return accepted;
}
