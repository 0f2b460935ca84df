import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, zstdCompress } from "node:zlib";

export type Encoding = "br" | "zstd" | "gzip";

/** Smallest first: the first one the browser accepts is sent. */
export const encodingsByPreference: readonly Encoding[] = ["br", "zstd", "gzip"];

/** What a compressed copy is called beside its file. */
export const copySuffixes: Record<Encoding, string> = { br: ".br", zstd: ".zst", gzip: ".gz" };

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  // Told the length, it makes tables for that much: at this level it would clear some 80 MB for each small file.
  zstd: (content) =>
    promisify(zstdCompress)(content, {
      params: { [constants.ZSTD_c_compressionLevel]: 19 },
      pledgedSrcSize: content.length,
    }),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

const compressibleExtensions = new Set([".html", ".js", ".css", ".svg", ".txt"]);

export function isCompressible(extension: string): boolean {
  return compressibleExtensions.has(extension);
}

/** Off the main thread: requests are answered meanwhile. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](content);
}

/** In Brotli, while the caller waits: 2 ms for a page of 60 KB, which then is a tenth larger than at its best. */
export function compressQuickly(content: Buffer): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}
