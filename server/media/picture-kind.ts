/** The ending of a picture's own kind. */
export function pictureKind(file: Buffer): ".avif" | ".webp" | ".jpg" | ".png" | undefined {
  const start = file.toString("latin1", 0, 12);
  if (start.startsWith("\u0089PNG")) return ".png";
  if (start.startsWith("\u00ff\u00d8\u00ff")) return ".jpg";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return ".webp";
  return start.endsWith("ftypavif") ? ".avif" : undefined;
}
