import sharp, { type Sharp, type SharpOptions } from "sharp";

import { type PictureKind, pictureKinds, pictureLimits, widthsOf } from "#domain/site/site-picture.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import type { EncodedPicture, PictureProblem } from "./encoded-picture.ts";

/** Of the camera of a telephone. Kinds that are decoded as a whole take up to twenty bytes for each of them. */
const mostPixels = { jpeg: 50_000_000, png: 50_000_000, webp: 50_000_000, heif: 12_000_000 };

const decoders = ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`);

/** The first of several, where it moves; refused where it is cut off. */
const reading: SharpOptions = { failOn: "error", sequentialRead: true, limitInputPixels: mostPixels.jpeg };

const writing: Record<PictureKind, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
};

/** Of the process: one thread, nothing kept, and no decoder but those of the kinds that are taken. */
export function limitDecoding(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: decoders });
}

/** Makes a picture anew from its pixels alone: no metadata, no place, nothing hidden behind them. */
export async function encodeFile(file: Buffer): Promise<Result<EncodedPicture, PictureProblem>> {
  try {
    const problem = await findProblem(file);
    return problem ? failed(problem) : ok(await encode(file));
  } catch {
    // Whatever the decoder says of it, to the person it is one thing.
    return failed("picture_unreadable");
  }
}

async function findProblem(file: Buffer): Promise<PictureProblem | undefined> {
  const { format, compression, width, height } = await sharp(file, { ...reading, limitInputPixels: false }).metadata();
  const [, most] = Object.entries(mostPixels).find(([kind]) => kind === format) ?? [];
  if (most === undefined || (format === "heif" && compression !== "av1")) return "picture_unknown_kind";
  return width * height > most ? "picture_too_many_pixels" : undefined;
}

async function encode(file: Buffer): Promise<EncodedPicture> {
  const { data, info } = await sharp(file, reading)
    .autoOrient()
    .resize({ ...pictureLimits, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: EncodedPicture["files"] = [];
  for (const each of widthsOf(width)) {
    for (const kind of pictureKinds) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize({ width: each });
      files.push({ width: each, kind, content: await writing[kind](resized).toBuffer() });
    }
  }
  return { width, height, files };
}
