import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

import { expect, test } from "vitest";

import { addCompressedCopies, contentTypeOf, createMemoryFile, sendFile } from "./memory-files.ts";

const text = "Vous travaillez. ".repeat(50);
const page = createMemoryFile(Buffer.from(text), contentTypeOf("page.html"), { "cache-control": "public, max-age=0" });
await addCompressedCopies(page);

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer | undefined };

function ask(headers: Record<string, string> = {}, { method = "GET", status = 200, file = page } = {}): Answer {
  const answer: Answer = { status: 0, headers: {}, body: undefined };
  const response = {
    writeHead(code: number, sent: Record<string, unknown>) {
      Object.assign(answer, { status: code, headers: sent });
      return response;
    },
    end(body?: Buffer) {
      answer.body = body;
    },
  };
  sendFile(file, status, { method, headers } as unknown as IncomingMessage, response as unknown as ServerResponse);
  return answer;
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["gzip, zstd", "zstd", zstdDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["GZIP;q=0.5, br;q=0", "gzip", gunzipSync],
])("A browser that accepts « %s » gets %s", (accepted, encoding, decompress) => {
  const { headers, body } = ask({ "accept-encoding": accepted });

  expect(headers["content-encoding"]).toBe(encoding);
  expect(headers["content-length"]).toBe(body?.length);
  expect(headers["vary"]).toBe("accept-encoding");
  expect(decompress(body ?? Buffer.alloc(0)).toString()).toBe(text);
});

test.each(["", "identity", "deflate", "br;q=0, gzip;q=0.0"])(
  "A client that accepts « %s » gets plain text",
  (accepted) => {
    const { headers, body } = ask({ "accept-encoding": accepted });

    expect(headers).not.toHaveProperty("content-encoding");
    expect(body?.toString()).toBe(text);
  },
);

test("The browser's copy is confirmed by its tag, whatever its form, and by no other", () => {
  const { etag } = page;

  for (const known of [etag, etag.replace("W/", ""), `"autre", ${etag}`, "*"]) {
    const { status, body, headers } = ask({ "if-none-match": known });
    expect([status, body]).toEqual([304, undefined]);
    expect(headers).toMatchObject({ etag, "cache-control": "public, max-age=0", vary: "accept-encoding" });
  }
  expect(ask({ "if-none-match": '"autre"' }).status).toBe(200);
});

test("An error page is never confirmed as unchanged", () => {
  expect(ask({ "if-none-match": page.etag }, { status: 404 }).status).toBe(404);
});

test("HEAD gets the headers of GET and no body", () => {
  const accepted = { "accept-encoding": "br" };
  const { headers, body } = ask(accepted, { method: "HEAD" });

  expect(body).toBeUndefined();
  expect(headers).toEqual(ask(accepted).headers);
});

test("A page whose copies are not ready yet is sent as it is", () => {
  const fresh = createMemoryFile(Buffer.from(text), contentTypeOf("page.html"), {});

  expect(ask({ "accept-encoding": "br" }, { file: fresh }).body?.toString()).toBe(text);
});

test("Files that are already compressed are sent as they are", () => {
  const font = createMemoryFile(Buffer.from("wOF2"), contentTypeOf("font.woff2"), {});

  expect(ask({ "accept-encoding": "br" }, { file: font }).headers).toMatchObject({ "content-type": "font/woff2" });
  expect(ask({ "accept-encoding": "br" }, { file: font }).headers).not.toHaveProperty("content-encoding");
});

test("A film is sent in the parts its player asks for", () => {
  const film = createMemoryFile(Buffer.from("0123456789"), contentTypeOf("film.mp4"), {});

  const part = ask({ range: "bytes=2-4" }, { file: film });
  expect(part.status).toBe(206);
  expect(part.body?.toString()).toBe("234");
  expect(part.headers).toMatchObject({
    "content-range": "bytes 2-4/10",
    "content-length": 3,
    "content-type": "video/mp4",
  });
  expect(ask({ range: "bytes=10-" }, { file: film }).status).toBe(416);
  expect(ask({ range: "bytes=2-4", "if-range": film.etag }, { file: film }).status).toBe(200);
  expect(ask({ range: "bytes=2-4" }, { file: page }).status).toBe(200);
});
