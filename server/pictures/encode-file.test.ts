import { crc32 } from "node:zlib";

import sharp from "sharp";
import { describe, expect, test } from "vitest";

import { pictureOf } from "#tests/fixtures/pictures.ts";

import { encodeFile } from "./encode-file.ts";
import { createPictureEncoder } from "./picture-encoder.ts";

async function encoded(file: Buffer) {
  const done = await encodeFile(file);
  if (!done.ok) throw new Error(`Refused: ${done.problem}`);
  return done.value;
}

const widths = async (file: Buffer) => (await encoded(file)).files.map(({ width, kind }) => `${width} ${kind}`);

/** The head of a PNG that says to be so large, and has no pixels. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", Buffer.alloc(20)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("A picture is made anew", () => {
  test("in two kinds and three widths", async () => {
    expect(await widths(await pictureOf(1500, 300).jpeg().toBuffer())).toEqual(
      [240, 720, 1440].flatMap((each) => [`${each} avif`, `${each} webp`]),
    );
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("from %s", async (kind) => {
    const { width, height, files } = await encoded(await pictureOf(300, 200).toFormat(kind).toBuffer());
    expect([width, height, files.length]).toEqual([300, 200, 4]);
    for (const file of files) {
      const { format, width: own } = await sharp(file.content).metadata();
      expect([own, format]).toEqual([file.width, file.kind === "avif" ? "heif" : "webp"]);
    }
  });

  test("no wider than it is, and upright", async () => {
    expect(await widths(await pictureOf(100, 40).png().toBuffer())).toEqual(["100 avif", "100 webp"]);
    expect(await widths(await pictureOf(1, 1).png().toBuffer())).toEqual(["1 avif", "1 webp"]);
    const onItsSide = await pictureOf(300, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await encoded(onItsSide)).toMatchObject({ width: 100, height: 300 });
    expect(await encoded(await pictureOf(200, 4000).png().toBuffer())).toMatchObject({ width: 108, height: 2160 });
  });

  test("without what was written into it: place, camera, and a page behind the pixels", async () => {
    const place = { IFD0: { Make: "Appareil" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 0/1" } };
    const photo = await pictureOf(64, 64).withExif(place).jpeg().toBuffer();
    expect(photo.includes("Appareil")).toBe(true);
    const { files } = await encoded(Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")]));
    for (const { content } of files) {
      expect((await sharp(content).metadata()).exif).toBeUndefined();
      expect(content.includes("Appareil") || content.includes("<script>")).toBe(false);
    }
  });

  test("still, where it moved, and see-through where it was", async () => {
    const frames = [pictureOf(40, 40), pictureOf(40, 40).negate()].map((each) => each.png().toBuffer());
    const moving = await sharp(await Promise.all(frames), { join: { animated: true } })
      .webp()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const still = await encoded(moving);
    expect(still).toMatchObject({ width: 40, height: 40 });
    expect((await sharp(still.files[1]?.content).metadata()).pages ?? 1).toBe(1);
    const clear = { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const { files } = await encoded(await sharp({ create: clear }).png().toBuffer());
    for (const { content } of files) expect((await sharp(content).metadata()).hasAlpha).toBe(true);
  });
});

describe("A file is refused", () => {
  test.each([
    ["the beginning of a JPEG before a page", Buffer.from("\u00ff\u00d8\u00ff<html>", "latin1"), "picture_unreadable"],
    ["a PNG of four hundred million pixels", hugePng(20_000, 20_000), "picture_too_many_pixels"],
    ["a PNG without pixels", hugePng(20, 20), "picture_unreadable"],
  ])("that is %s", async (_, file, problem) => {
    expect(await encodeFile(file)).toEqual({ ok: false, problem });
  });

  test.each([
    ["nothing", ""],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a drawing with a script", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["a GIF", "GIF89a\u0001\u0000\u0001\u0000"],
  ])("before a decoder sees it, where it is %s", async (_, text) => {
    expect(await createPictureEncoder()(Buffer.from(text, "latin1"))).toEqual({
      ok: false,
      problem: "picture_unknown_kind",
    });
  });

  test.each(["jpeg", "png", "webp", "avif"] as const)("that is half of a %s", async (kind) => {
    const file = await pictureOf(400, 300).toFormat(kind).toBuffer();
    expect(await encodeFile(file.subarray(0, file.length / 2))).toEqual({ ok: false, problem: "picture_unreadable" });
  });
});

test("Apart, a picture comes out as it does here, and a fifth one at a time is not begun", async () => {
  const encode = createPictureEncoder();
  const file = await pictureOf(30, 30).png().toBuffer();
  const [first, ...others] = [file, hugePng(20, 20), file, file, file].map((each) => encode(each));
  expect(others.at(-1)).toBeUndefined();
  const done = await first;
  expect(done).toEqual({ ok: true, value: await encoded(file) });
  expect(await others[0]).toEqual({ ok: false, problem: "picture_unreadable" });
  expect(encode(file)).toBeDefined();
});
