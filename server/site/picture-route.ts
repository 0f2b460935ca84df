import { type PictureFile, picturesPath, readPictureAddress } from "#domain/site/site-picture.ts";
import type { Route } from "#engine/http/routes.ts";

import { contentTypeOf, createMemoryFile, type MemoryFile, sendFile } from "./memory-files.ts";
import { hashedFile } from "./page-headers.ts";
import type { PageSource } from "./serve-pages.ts";

/** In bytes: what pages show most is at hand, however many there are. */
const mostKept = 8_000_000;

type ReadPicture = (file: PictureFile) => Promise<Buffer | undefined>;
type Log = { warn(fields: object, message: string): void };

/** `/images/<id>/<width>.<kind>`: a picture that a manager sent, from the database, where no page stands. */
export function pictureRoute(pages: PageSource, read: ReadPicture, log: Log): Route {
  const find = keepRecent(read);
  return {
    prefix: picturesPath,
    methods: ["GET", "HEAD"],
    async handle(request, response) {
      const [path = ""] = (request.url ?? "").split("?", 1);
      const named = readPictureAddress(path);
      try {
        const file = named && (await find(path, named));
        if (file) sendFile(file, 200, request, response);
        else pages.sendNotFound(request, response);
      } catch (error) {
        log.warn({ err: error }, "a picture was not read");
        response.writeHead(503, { ...pages.headers, "cache-control": "no-store", "retry-after": "2" }).end();
      }
    },
  };
}

/** Each is read once while several ask for it, and the last ones are kept. */
function keepRecent(read: ReadPicture) {
  const kept = new Map<string, MemoryFile>();
  const underWay = new Map<string, Promise<MemoryFile | undefined>>();
  let bytes = 0;

  function keep(path: string, file: MemoryFile): void {
    kept.set(path, file);
    bytes += file.unencoded.body.length;
    for (const [oldest, { unencoded }] of kept) {
      if (bytes <= mostKept) return;
      kept.delete(oldest);
      bytes -= unencoded.body.length;
    }
  }

  async function readOnce(path: string, named: PictureFile): Promise<MemoryFile | undefined> {
    const content = await read(named);
    const file = content && createMemoryFile(content, contentTypeOf(path), hashedFile);
    if (file) keep(path, file);
    return file;
  }

  return (path: string, named: PictureFile): Promise<MemoryFile | undefined> | MemoryFile => {
    const known = kept.get(path);
    if (known) {
      kept.delete(path);
      kept.set(path, known);
      return known;
    }
    const reading = underWay.get(path) ?? readOnce(path, named).finally(() => underWay.delete(path));
    underWay.set(path, reading);
    return reading;
  };
}
