import type { PictureKind } from "#domain/site/site-picture.ts";

/** A picture made anew. `width` and `height`: of the widest file, in pixels. */
export type EncodedPicture = {
  width: number;
  height: number;
  files: { width: number; kind: PictureKind; content: Buffer }[];
};

/** Why a file is taken for no picture. */
export type PictureProblem = "picture_unknown_kind" | "picture_unreadable" | "picture_too_many_pixels";

/** The first line that the process of the encoder writes; the files follow, one behind the other. */
export type EncoderAnswer =
  | { problem: PictureProblem }
  | { width: number; height: number; files: { width: number; kind: PictureKind; bytes: number }[] };
