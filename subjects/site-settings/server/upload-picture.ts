import { largestPictureBytes } from "#domain/site/site-picture.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorUpload } from "#server/functions/door/endpoint.ts";
import type { PictureProblem } from "#server/pictures/encoded-picture.ts";
import { keepPicture } from "#server/pictures/stored-pictures.ts";
import { uploadPictureCall } from "#subjects/site-settings/contract/site-settings.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

const statuses: Record<PictureProblem, 400 | 413 | 415> = {
  picture_unknown_kind: 415,
  picture_unreadable: 400,
  picture_too_many_pixels: 413,
};

/** `POST /upload-picture`: the bytes of a file. It is made anew before anything of it is kept. */
export const uploadPicture = administratorUpload(uploadPictureCall, {
  sentences: siteProblems,
  mostBytes: largestPictureBytes,
  tooLarge: "picture_too_large",
  async make({ context }, file) {
    const encoded = await context.encodePicture(file);
    if (encoded === undefined) {
      return failed({ status: 503, code: "service_unavailable", retryAfterSeconds: 5 } as const);
    }
    if (encoded.ok) return encoded;
    return failed({ status: statuses[encoded.problem], code: encoded.problem });
  },
  async act(tx, { caller }, picture) {
    const kept = await keepPicture(tx, picture, caller.userId);
    return kept ? ok(kept) : failed({ status: 409, code: "picture_space_full" } as const);
  },
  audit: (outcome) => (outcome.ok ? { action: "site.picture_sent", detail: { picture: outcome.value.id } } : undefined),
  answer: ({ id, width, height }) => ({ id, width, height }),
});
