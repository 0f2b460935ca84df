/**
 * A picture made anew in a process of its own (`picture-encoder.ts`). The file comes on standard input; what leaves on
 * standard output is described by `EncoderAnswer`.
 */
import { buffer } from "node:stream/consumers";

import { standBack } from "#engine/backup/stand-back.ts";

import { encodeFile, limitDecoding } from "./encode-file.ts";
import type { EncoderAnswer } from "./encoded-picture.ts";

function answer(said: EncoderAnswer, contents: readonly Buffer[] = []): void {
  process.stdout.write(Buffer.concat([Buffer.from(`${JSON.stringify(said)}\n`), ...contents]), () => process.exit(0));
}

standBack();
limitDecoding();
const encoded = await encodeFile(await buffer(process.stdin));
if (encoded.ok) {
  const { files, ...size } = encoded.value;
  const described = files.map(({ content, ...file }) => ({ ...file, bytes: content.length }));
  const contents = files.map(({ content }) => content);
  answer({ ...size, files: described }, contents);
} else {
  answer({ problem: encoded.problem });
}
