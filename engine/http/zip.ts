import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file of an archive: its name, of ASCII, and its text, some at a time. */
export type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> };

const version = 20;
/** What is known of a file once it was written stands behind it. */
const saidBehind = 0x0008;
const deflated = 8;
/** The first day there is: an archive is the same whenever it is made. */
const firstDay = 0x0021;

/**
 * An archive as it is made, of which only what is compressed at the moment is held.
 *
 * Source: PKWARE, APPNOTE 6.3.10, sections 4.3 and 4.4: what every reader of 1993 knows, below four gigabytes.
 */
export async function* zip(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array, undefined, undefined> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const start = offset;
    const head = Buffer.concat([
      numbers([4, 0x04034b50], ...kind, ...unsaid, [2, name.length], [2, 0]),
      Buffer.from(name),
    ]);
    yield head;
    const written = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of deflate(text, written)) yield chunk;
    const said: Field[] = [
      [4, written.crc],
      [4, written.packed],
      [4, written.size],
    ];
    const descriptor = numbers([4, 0x08074b50], ...said);
    yield descriptor;
    offset += head.length + written.packed + descriptor.length;
    directory.push(
      numbers(
        [4, 0x02014b50],
        [2, version],
        ...kind,
        ...said,
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, start],
      ),
      Buffer.from(name),
    );
  }
  const index = Buffer.concat(directory);
  yield index;
  const count: Field = [2, entries.length];
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], count, count, [4, index.length], [4, offset], [2, 0]);
  return undefined;
}

type Field = [size: 2 | 4, value: number];

const kind: Field[] = [
  [2, version],
  [2, saidBehind],
  [2, deflated],
  [2, 0],
  [2, firstDay],
];
const unsaid: Field[] = [
  [4, 0],
  [4, 0],
  [4, 0],
];

function numbers(...fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of fields) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

type Written = { crc: number; size: number; packed: number };

/** In threads of its own, which all else need not wait for. Who leaves on the way ends the reading of the text. */
async function* deflate(text: ZipEntry["text"], written: Written): AsyncGenerator<Uint8Array> {
  async function* counted() {
    for await (const some of text) {
      const bytes = Buffer.from(some);
      written.crc = crc32(bytes, written.crc);
      written.size += bytes.length;
      yield bytes;
    }
  }
  const packed = createDeflateRaw();
  pipeline(Readable.from(counted(), { objectMode: false }), packed, () => undefined);
  for await (const chunk of packed) {
    const bytes: Uint8Array = chunk;
    written.packed += bytes.length;
    yield bytes;
  }
}
