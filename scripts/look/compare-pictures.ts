import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

export type Difference = { picture: Buffer; pixels: number; firstRow: number; sizes: string[] };

/** @returns nothing when they are the same, pixel by pixel */
export function comparePictures(before: Buffer, after: Buffer): Difference | undefined {
  if (before.equals(after)) return undefined;
  const [old, current] = [PNG.sync.read(before), PNG.sync.read(after)];
  const width = Math.max(old.width, current.width);
  const height = Math.max(old.height, current.height);
  const drawn = new PNG({ width, height });
  const pixels = pixelmatch(enlarge(old, width, height), enlarge(current, width, height), drawn.data, width, height, {
    threshold: 0,
    includeAA: true,
    diffMask: true,
  });
  if (pixels === 0 && old.height === current.height) return undefined;
  const firstByte = drawn.data.findIndex((byte) => byte !== 0);
  return {
    picture: PNG.sync.write(drawn),
    pixels,
    firstRow: Math.floor(firstByte / 4 / width),
    sizes: [sizeOf(old), sizeOf(current)],
  };
}

function enlarge(picture: PNG, width: number, height: number): Buffer {
  const enlarged = new PNG({ width, height });
  PNG.bitblt(picture, enlarged, 0, 0, picture.width, picture.height, 0, 0);
  return enlarged.data;
}

function sizeOf({ width, height }: PNG): string {
  return `${width}×${height}`;
}
