import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

import { failed, ok, type Result } from "#kit/result.ts";
import type { EngineContext } from "#engine/context.ts";
import { seal, unseal } from "#engine/identity/sealing.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** As every authenticator application takes them. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 };
/** How many steps a telephone's clock may be early or late. */
const stepsAside = 1;
/** As long as the hash, which is what RFC 4226 recommends. */
const secretBytes = 20;

type Sealing = Pick<EngineContext, "settings">;

export type NewTotp = {
  /** The secret as it is kept. */
  sealed: string;
  /** What the client shows: an SVG, the secret in base32 to type, and the address the SVG holds. */
  shown: { qr_code: string; secret: string; uri: string };
};

/** @param issuer shown by the application above the code, as `label` is: whose account it opens */
export function createTotp(
  context: Sealing,
  { factorId, issuer, label }: { factorId: string; issuer: string; label: string },
): NewTotp {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...shape, issuer, label, secret }).toString();
  return {
    sealed: seal(secret.base32, factorId, sealingKey(context)),
    shown: { qr_code: renderSVG(uri, { ecc: "M", pixelSize: 4, border: 4 }), secret: secret.base32, uri },
  };
}

/**
 * The half minute, counted from 1970, that a code belongs to.
 *
 * @returns undefined for a code that is wrong now; fails when the secret was sealed with another `AUTH_SECRET`
 */
export function findStep(
  context: Sealing & Pick<EngineContext, "now">,
  { factorId, sealed }: { factorId: string; sealed: string },
  code: string,
): Result<number | undefined, "unreadable"> {
  const base32 = open(context, factorId, sealed);
  if (base32 === undefined) return failed("unreadable");
  if (!/^\d{6}$/.test(code)) return ok(undefined);
  const secret = Secret.fromBase32(base32);
  const timestamp = context.now().getTime();
  const steps = TOTP.validate({ ...shape, token: code, secret, timestamp, window: stepsAside });
  return ok(steps === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + steps);
}

function open(context: Sealing, factorId: string, sealed: string): string | undefined {
  try {
    return unseal(sealed, factorId, sealingKey(context));
  } catch {
    return undefined;
  }
}

function sealingKey({ settings }: Sealing): Buffer {
  return deriveSecret(settings.authSecret, "factor secrets");
}
