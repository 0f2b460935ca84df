/** Seconds of an MP4, from the header of its movie; undefined for what has none (ISO/IEC 14496-12). */
export function readFilmSeconds(file: Buffer): number | undefined {
  if (file.toString("latin1", 4, 8) !== "ftyp") return undefined;
  const movie = findBox(file, "moov");
  const header = movie && findBox(movie, "mvhd");
  if (!header || header.length < 32) return undefined;
  const isLong = header[0] === 1;
  const unitsPerSecond = header.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return unitsPerSecond === 0 ? undefined : units / unitsPerSecond;
}

/** What a box of that name holds, among those that follow one another. */
function findBox(boxes: Buffer, name: string): Buffer | undefined {
  let at = 0;
  while (at + 16 <= boxes.length) {
    const short = boxes.readUInt32BE(at);
    const [head, size] = short === 1 ? [16, Number(boxes.readBigUInt64BE(at + 8))] : [8, short];
    if (size < head) return undefined;
    if (boxes.toString("latin1", at + 4, at + 8) === name) return boxes.subarray(at + head, at + size);
    at += size;
  }
  return undefined;
}
