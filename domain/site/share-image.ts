/** Of every picture that goes with a shared page. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Name of the picture of a page: what the build draws it under and the renderer finds it by. */
export function shareImageOfPage(path: string): string {
  return path === "/" ? "partage/accueil.png" : `partage${path.replaceAll("/", "-").replace("-", "/")}.png`;
}

/** Of an article: its cover, named as its drawing. */
export function shareImageOfCover(cover: string): string {
  return `partage/articles/${cover}.png`;
}
