import * as z from "zod";

import type { User } from "#engine/auth/accounts/users.ts";
import type { EngineContext } from "#engine/context.ts";

import { challengeLifetimeMs } from "./challenges.ts";
import type { StoredCredential } from "./factors.ts";

/** A sixth of all the files that a start would read: the first key that is added or shown brings them. */
const loadLibrary = () => import("@simplewebauthn/server");

/**
 * `required`: the device asks for a fingerprint or a PIN, since nothing else is asked. `preferred`: a key without a PIN
 * will do beside a password.
 */
type UserVerification = "required" | "preferred";

/** What a browser needs to make a key, in the JSON form of WebAuthn Level 3. The challenge in it is new each time. */
export async function creationOptions(
  { settings }: EngineContext,
  user: User,
  { exclude, userVerification }: { exclude: StoredCredential[]; userVerification: UserVerification },
) {
  const { rpId, rpDisplayName } = settings.auth.webauthn;
  const name = user.email ?? user.phone ?? user.id;
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: rpId,
    rpName: rpDisplayName,
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    timeout: challengeLifetimeMs,
    excludeCredentials: exclude.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: {
      userVerification,
      residentKey: userVerification === "required" ? "required" : "discouraged",
    },
  });
}

/** What a browser needs to use a key. @param allow the keys that will do; none asks which passkey there is */
export async function requestOptions(
  { settings }: EngineContext,
  { allow, userVerification }: { allow: StoredCredential[]; userVerification: UserVerification },
) {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: settings.auth.webauthn.rpId,
    timeout: challengeLifetimeMs,
    userVerification,
    ...(allow.length > 0 && { allowCredentials: allow.map(({ id, transports }) => ({ id, transports })) }),
  });
}

const base64url = z.string().regex(/^[\w-]+$/);
const common = { id: base64url, rawId: base64url, type: z.literal("public-key") };
const created = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const asserted = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

export type CreatedKey = StoredCredential & { aaguid: string; isBackupEligible: boolean; isBackedUp: boolean };
export type AssertedKey = z.infer<typeof asserted>;

type Expected = { challenge: string; userVerification: UserVerification };

/**
 * The key a browser made, checked: challenge, origin, site, user. Outside a transaction.
 *
 * @returns undefined for what does not hold
 */
export async function readCreatedKey(
  { settings, log }: EngineContext,
  response: unknown,
  { challenge, userVerification }: Expected,
): Promise<CreatedKey | undefined> {
  const read = created.safeParse(response);
  if (!read.success) return undefined;
  const { rpId, rpOrigins } = settings.auth.webauthn;
  const { clientDataJSON, attestationObject, transports = [] } = read.data.response;
  const { verifyRegistrationResponse } = await loadLibrary();
  const checked = await believed(log, () =>
    verifyRegistrationResponse({
      response: { ...read.data, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: rpOrigins,
      expectedRPID: rpId,
      requireUserVerification: userVerification === "required",
    }),
  );
  if (!checked?.verified) return undefined;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = checked.registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports,
    aaguid,
    isBackupEligible: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
  };
}

/** @returns undefined for what is no answer of a key */
export function readAssertion(response: unknown): AssertedKey | undefined {
  return asserted.safeParse(response).data;
}

/**
 * The counter after a key was used, when everything holds: challenge, origin, site, signature, and a counter that has
 * grown, unless the key has none. Outside a transaction.
 *
 * @returns undefined for what does not hold
 */
export async function checkAssertion(
  { settings, log }: EngineContext,
  assertion: AssertedKey,
  credential: StoredCredential,
  { challenge, userVerification }: Expected,
): Promise<number | undefined> {
  if (assertion.id !== credential.id) return undefined;
  const { rpId, rpOrigins } = settings.auth.webauthn;
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const checked = await believed(log, () =>
    verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rpOrigins,
      expectedRPID: rpId,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.publicKey, "base64url")),
        counter: credential.counter,
      },
      requireUserVerification: userVerification === "required",
    }),
  );
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

/** The library throws for whatever does not hold, each with a sentence of its own. */
function believed<Checked>(log: EngineContext["log"], check: () => Promise<Checked>): Promise<Checked | undefined> {
  return check().catch((error: unknown) => {
    log.info({ reason: (error as Error).name }, "the answer of a security key did not hold");
    return undefined;
  });
}
