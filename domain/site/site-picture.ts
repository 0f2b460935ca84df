/** A picture that a manager sent, as a document names it. `width` and `height`: of its widest file, in pixels. */
export type UploadedPicture = {
  id: string;
  width: number;
  height: number;
  /** What it shows, for those who do not see it. */
  alt: string;
};

/**
 * What pages show at one size: an address of this site. Of one that was sent: the same in fewer bytes, and what it
 * shows.
 */
export type ShownPicture = { src: string; avif?: string; alt?: string };

/** In bytes, of what is sent. */
export const largestPictureBytes = 10_000_000;

/** In pixels, of what is kept: the widest file, and the highest. */
export const pictureLimits = { width: 1440, height: 2160 } as const;

/** The second is for browsers that do not know the first. */
export const pictureKinds = ["avif", "webp"] as const;
export type PictureKind = (typeof pictureKinds)[number];

const narrowerWidths = [240, 720];

/** The widths in which a picture is kept: three at most, none wider than it is. */
export function widthsOf(width: number): number[] {
  return [...narrowerWidths.filter((each) => each < width), width];
}

/** One file of a picture: it never changes, and its address is its name. */
export type PictureFile = { id: string; width: number; kind: PictureKind };

export const picturesPath = "/images";

export function pictureAddress({ id, width, kind }: PictureFile): string {
  return `${picturesPath}/${id}/${width}.${kind}`;
}

/** @param path without a query; undefined comes of what names no file of a picture */
export function readPictureAddress(path: string): PictureFile | undefined {
  const [, id = "", width = "", ending = ""] = /^\/images\/([0-9a-f]{32})\/([1-9]\d{0,3})\.(\w+)$/.exec(path) ?? [];
  const kind = pictureKinds.find((each) => each === ending);
  return kind && { id, width: Number(width), kind };
}

/** Whether a value of a document is a picture that was sent: one value, though it has parts. */
export function isUploadedPicture(value: unknown): value is UploadedPicture {
  return (
    typeof value === "object" && value !== null && ["id", "alt", "width"].every((key) => Object.hasOwn(value, key))
  );
}

/** Every picture that something names, with its place: « claims.testimonials.0.picture ». */
export function picturesIn(named: unknown, path = ""): { path: string; id: string }[] {
  if (typeof named !== "object" || named === null) return [];
  return Object.entries(named).flatMap(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    const id: unknown = key === "picture" && typeof value === "object" && value !== null && Reflect.get(value, "id");
    return typeof id === "string" ? [{ path: place, id }] : picturesIn(value, place);
  });
}

/** The narrowest files of a picture that are so wide, in pixels, else its widest. */
export function showPicture({ id, width, alt }: UploadedPicture, atLeast: number): ShownPicture {
  const widths = widthsOf(width);
  const shown = widths.find((each) => each >= atLeast) ?? width;
  return {
    src: pictureAddress({ id, width: shown, kind: "webp" }),
    avif: pictureAddress({ id, width: shown, kind: "avif" }),
    alt,
  };
}
