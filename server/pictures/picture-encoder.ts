import { spawn } from "node:child_process";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

import { failed, ok, type Result } from "#kit/result.ts";
import { pictureKind } from "#server/media/picture-kind.ts";

import type { EncodedPicture, EncoderAnswer, PictureProblem } from "./encoded-picture.ts";

/** @returns undefined when too many wait already */
export type EncodePicture = (file: Uint8Array) => Promise<Result<EncodedPicture, PictureProblem>> | undefined;

/** A picture of fifty million pixels takes two seconds of a processor, which others may want as well. */
const longestMs = 60_000;
/** One is made, the others wait. */
const mostAtOnce = 4;

/**
 * Makes pictures anew, one at a time. Each in a process of its own: what a hostile file does to a decoder ends there,
 * and the memory it took goes with it. That process gets the file and nothing else, no secret and no database.
 */
export function createPictureEncoder(): EncodePicture {
  let underWay = 0;
  let last: Promise<unknown> = Promise.resolve();

  return (file) => {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    if (!pictureKind(bytes)) return Promise.resolve(failed("picture_unknown_kind"));
    if (underWay >= mostAtOnce) return undefined;
    underWay += 1;
    const encoded = last.then(() => encodeApart(bytes)).finally(() => (underWay -= 1));
    last = encoded.catch(() => undefined);
    return encoded;
  };
}

async function encodeApart(file: Buffer): Promise<Result<EncodedPicture, PictureProblem>> {
  const program = fileURLToPath(new URL("encode-process.ts", import.meta.url));
  const child = spawn(process.execPath, ["--max-old-space-size=64", program], {
    stdio: "pipe",
    env: { MALLOC_ARENA_MAX: "2" },
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once("close", resolve).once("error", reject));
  // It ends early where the first bytes say enough.
  child.stdin.once("error", () => undefined);
  child.stdin.end(file);
  const [code, output, complaint] = await Promise.all([ended, buffer(child.stdout), text(child.stderr)]);
  if (code === 0) return readAnswer(output);
  // Killed, by its deadline or by what the file did to the decoder.
  if (code === null) return failed("picture_unreadable");
  throw new Error(`The process that makes pictures ended with code ${code}: ${complaint.slice(0, 500)}`);
}

function readAnswer(output: Buffer): Result<EncodedPicture, PictureProblem> {
  const end = output.indexOf("\n");
  const answer = JSON.parse(output.toString("utf8", 0, end)) as EncoderAnswer;
  if ("problem" in answer) return failed(answer.problem);
  let from = end + 1;
  const files = answer.files.map(({ bytes, ...file }) => {
    const content = output.subarray(from, from + bytes);
    from += bytes;
    return { ...file, content };
  });
  return ok({ width: answer.width, height: answer.height, files });
}
