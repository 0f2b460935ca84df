import { pictureLimits } from "#domain/site/site-picture.ts";

/** In bytes: as much as a slow connection sends in a few seconds. A request has ten. */
const smallEnough = 700_000;

/**
 * The same picture, no larger than the site keeps it: a photograph of 8 MB does not travel whole. What a browser cannot
 * draw goes as it is, and the server says what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  if (file.size <= smallEnough) return file;
  try {
    const drawn = await createImageBitmap(file);
    const scale = Math.min(1, pictureLimits.width / drawn.width, pictureLimits.height / drawn.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(drawn.width * scale));
    canvas.height = Math.max(1, Math.round(drawn.height * scale));
    canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    drawn.close();
    // Of the kinds that browsers write, the one that keeps what the file may have: edges that are see-through.
    const type = file.type === "image/jpeg" ? file.type : "image/webp";
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.95));
    return smaller?.type === type && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
