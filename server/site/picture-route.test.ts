import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createRouter } from "#engine/http/routes.ts";
import type { PictureFile } from "#domain/site/site-picture.ts";

import { pictureRoute } from "./picture-route.ts";
import type { PageSource } from "./serve-pages.ts";

const pages = {
  sendNotFound: (_, response) => void response.writeHead(404).end("not found"),
  headers: { "x-frame-options": "DENY" },
} as PageSource;

const id = "0123456789abcdef".repeat(2);
const read: PictureFile[] = [];
let isAway = false;

async function readPicture(file: PictureFile): Promise<Buffer | undefined> {
  read.push(file);
  if (isAway) throw new Error("The database is away.");
  return file.id === id && file.width === 240 ? Buffer.from("pixels") : undefined;
}

let server: Server;
beforeAll(async () => {
  const route = pictureRoute(pages, readPicture, { warn: () => undefined });
  server = createServer(createRouter([route], pages.sendNotFound));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

const get = (path: string, options?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, options);

test("A picture is served for a year, in part or not at all where the browser has it, and read once", async () => {
  const path = `/images/${id}/240.avif`;
  const together = await Promise.all([get(path), get(`${path}?from=page`), get(path, { method: "HEAD" })]);
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [whole] = together;
  expect(await whole?.text()).toBe("pixels");
  const headers = Object.fromEntries(whole?.headers ?? []);
  expect(headers).toMatchObject({
    "content-type": "image/avif",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  const again = await get(path, { headers: { "if-none-match": headers.etag ?? "" } });
  const part = await get(path, { headers: { range: "bytes=0-2" } });
  expect([again.status, part.status, await part.text()]).toEqual([304, 206, "pix"]);
  expect(read).toEqual([{ id, width: 240, kind: "avif" }]);
});

test.each([
  `/images/${id}/241.avif`,
  `/images/${id}/240.svg`,
  `/images/${id}/0240.webp`,
  `/images/${id.toUpperCase()}/240.webp`,
  `/images/${id}/240.webp/more`,
  "/images/../../etc/passwd",
  "/images",
])("%s is the not-found page", async (path) => {
  expect((await get(path)).status).toBe(404);
});

test("While the database is away, a browser is asked to come again", async () => {
  isAway = true;
  const answer = await get(`/images/${id}/240.webp`);
  isAway = false;
  expect([answer.status, answer.headers.get("retry-after"), answer.headers.get("cache-control")]).toEqual([
    503,
    "2",
    "no-store",
  ]);
  expect((await get(`/images/${id}/240.webp`)).status).toBe(200);
});
