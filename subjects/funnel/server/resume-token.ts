import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";

import { retention } from "#domain/site/retention.ts";
import { durationMs } from "#kit/duration.ts";
import type { ResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** What a link carries, and nothing else is kept of it anywhere. */
export type Resumption = { funnel: FunnelOffer; issuedAt: Date; answers: ResumePayload };

/** As long as the answers live in a browser. Source: resolutions, section 6. */
const lifeMs = durationMs(retention.resumeLink);

/** First byte of a token. Another layout or cipher takes another number. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const smallest = 1 + nonceBytes + tagBytes;
/** Far above what a form holds: nothing of ours unpacks to more. */
const maxTextBytes = 64 * 1024;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Version, nonce, AES-256-GCM of the compressed answers, tag: in the alphabet of addresses. */
export async function sealResumption(authSecret: string, { funnel, issuedAt, answers }: Resumption): Promise<string> {
  const text = JSON.stringify({ funnel, issuedAt: issuedAt.getTime(), answers } satisfies SealedText);
  const packed = await compress(text, { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } });

  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(authSecret), nonce);
  const sealed = Buffer.concat([cipher.setAAD(Buffer.of(version)).update(packed), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/**
 * What a token of ours carries, for 30 days after it was made.
 *
 * @returns `late` for one of ours that is older; `unusable` for all else that can be wrong, so that an attacker does
 *   not learn which part to change
 */
export async function openResumption(
  authSecret: string,
  token: string,
  now: Date,
): Promise<Result<Resumption, "late" | "unusable">> {
  const packed = decipher(authSecret, token);
  if (!packed) return failed("unusable");

  // The tag has held: what follows was written above.
  const text = await decompress(packed, { maxOutputLength: maxTextBytes });
  const { funnel, issuedAt, answers } = JSON.parse(text.toString("utf8")) as SealedText;
  if (now.getTime() - issuedAt > lifeMs) return failed("late");
  return ok({ funnel, issuedAt: new Date(issuedAt), answers });
}

type SealedText = { funnel: FunnelOffer; issuedAt: number; answers: ResumePayload };

function decipher(authSecret: string, token: string): Buffer | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Decoding is lenient; a token has one spelling.
  if (bytes.length < smallest || bytes[0] !== version || bytes.toString("base64url") !== token) return undefined;

  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const opener = createDecipheriv("aes-256-gcm", keyOf(authSecret), nonce, { authTagLength: tagBytes });
  opener.setAAD(bytes.subarray(0, 1)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([opener.update(bytes.subarray(1 + nonceBytes, -tagBytes)), opener.final()]);
  } catch {
    // What node:crypto throws when the tag is not that of these bytes under this key.
    return undefined;
  }
}

function keyOf(authSecret: string): Buffer {
  return deriveSecret(authSecret, "resume links");
}
