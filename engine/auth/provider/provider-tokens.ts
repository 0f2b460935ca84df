import { createHmac } from "node:crypto";

import type { EngineContext } from "#engine/context.ts";
import type { ProviderTokens } from "#engine/identity/provider-client.ts";
import { seal, unseal } from "#engine/identity/sealing.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

/** As the published client names them in a session. */
export type ProviderTokenFields = { provider_token: string; provider_refresh_token?: string };

export function describeProviderTokens({ accessToken, refreshToken }: ProviderTokens): ProviderTokenFields {
  return { provider_token: accessToken, ...(refreshToken !== undefined && { provider_refresh_token: refreshToken }) };
}

/**
 * What waits in a flow's row for the browser that exchanges its code. Only the code opens it, and the row has no more
 * than the code's hash: neither a copy of the database nor `AUTH_SECRET` beside it is enough.
 *
 * Source: docs/decisions/0026-what-a-provider-hands-over.md.
 */
export function sealProviderTokens({ settings }: EngineContext, code: string, tokens: ProviderTokens): string {
  return seal(JSON.stringify(describeProviderTokens(tokens)), sealName, keyOfCode(settings.authSecret, code));
}

export function openProviderTokens({ settings }: EngineContext, code: string, sealed: string): ProviderTokenFields {
  return JSON.parse(unseal(sealed, sealName, keyOfCode(settings.authSecret, code))) as ProviderTokenFields;
}

const sealName = "provider tokens";

function keyOfCode(authSecret: string, code: string): Buffer {
  return createHmac("sha256", deriveSecret(authSecret, sealName)).update(code).digest();
}
