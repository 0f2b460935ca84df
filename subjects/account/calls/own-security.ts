import { loadAuthClient } from "#app/api/transport/auth-client.ts";
import { call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { AskedOf } from "#domain/wire/contract.ts";
import type { AccountOffers } from "#domain/kernel/account-offers.ts";
import { nameOfPhone } from "#domain/kernel/factor-phone.ts";
import {
  asksSecondFactor,
  enrolKey,
  factorProblemCode,
  listSecondFactors,
  proveByCode,
  proveByKey,
  type ProofCode,
  type SecondFactor,
  sendFactorCode,
} from "#app/api/transport/second-factor.ts";
import { endOwnSessionsCall, listOwnSessionsCall, type ShownSession } from "#subjects/account/contract/own-sessions.ts";
import { failed, ok, type Result } from "#kit/result.ts";

export type SecurityProblem = { kind: "signed_out" } | { kind: "failed"; code: string };

/** What the auth service calls a key of a maker it does not know, until its owner names it. */
const unnamedPasskey = "Passkey";

/** Stands for the password. Instants are ISO 8601. `name`: what its owner calls it; undefined until they named it. */
export type OwnPasskey = { id: string; name: string | undefined; addedAt: string; lastUsedAt: string | undefined };

/**
 * An account elsewhere that opens this one.
 *
 * @property provider its name, such as `google`
 * @property address what it calls itself; undefined when it says nothing
 */
export type LinkedIdentity = { id: string; provider: string; address: string | undefined; addedAt: string };

export type OwnSecurityState = {
  factors: SecondFactor[];
  /** All but the account's own address and phone. */
  identities: LinkedIdentity[];
  /** None where they are not offered, or a second factor comes first. */
  passkeys: OwnPasskey[];
  sessions: ShownSession[];
  /** Whether a second factor has still to be shown before anything is changed. */
  asksProof: boolean;
};

/** @property picture of the QR code, as an address for an image */
export type NewDevice = { factorId: string; picture: string; secret: string };

/** A phone to which the first code has left. */
export type NewPhone = { factorId: string; challengeId: string; name: string };

type Answer<Value> = Promise<Result<Value, SecurityProblem>>;

/** The second factors and the sessions of the signed-in user. */
export type OwnSecurity = {
  offers: AccountOffers;
  read(): Answer<OwnSecurityState>;
  /** Forgets the enrolments that were begun and left. */
  beginDevice(name: string): Answer<NewDevice>;
  /** As `beginDevice`, for a phone in E.164. */
  beginPhone(phone: string): Answer<NewPhone>;
  /** Another code by SMS. @returns what it belongs to */
  sendCode(factorId: string): Answer<string>;
  /** The first code enrols the device; a later one shows that it is there. */
  verifyCode(factorId: string, code: ProofCode): Answer<void>;
  /** The browser asks for the key. */
  addKey(name: string): Answer<void>;
  verifyKey(factorId: string): Answer<void>;
  remove(factorId: string): Answer<void>;
  /** Signs in the owner of the browser's key, with a session of the first level. */
  signInWithPasskey(): Answer<void>;
  addPasskey(): Answer<void>;
  /** @param name 120 characters at most */
  renamePasskey(passkeyId: string, name: string): Answer<void>;
  removePasskey(passkeyId: string): Answer<void>;
  unlinkIdentity(identityId: string): Answer<void>;
  /** The owner shows their password once more: for a quarter of an hour they may add ways into the account. */
  proveByPassword(password: string): Answer<void>;
  /** The same by digits, sent to the address or phone of the account. */
  sendProofDigits(): Answer<void>;
  proveByDigits(digits: string): Answer<void>;
  endSession(sessionId: string): Answer<void>;
  endOtherSessions(): Answer<void>;
};

/** @param brand what an authenticator application shows beside the codes */
export function createOwnSecurity(
  api: ApiSettings,
  { brand, offers }: { brand: string; offers: AccountOffers },
): OwnSecurity {
  const client = () => loadAuthClient(api);

  const caller = { api, accessToken: async () => (await (await client()).getSession()).data.session?.access_token };

  async function endSessions(which: AskedOf<typeof endOwnSessionsCall>): Answer<void> {
    const ended = await call(caller, endOwnSessionsCall, which);
    return ended.ok ? ok(undefined) : failed(describeCall(ended.problem));
  }

  async function forgetUnfinished(): Promise<void> {
    const { mfa } = await client();
    const { data } = await mfa.listFactors();
    const unfinished = data?.all.filter(({ status }) => status === "unverified") ?? [];
    for (const { id } of unfinished) await mfa.unenroll({ factorId: id });
  }

  async function listPasskeys(): Answer<OwnPasskey[]> {
    const { data, error } = await (await client()).passkey.list();
    // A hosted project may not offer what its file here does not name.
    if (error?.code === "passkey_disabled" || error?.status === 404) return ok([]);
    if (error) return failed(describe(error));
    return ok(
      data.map(({ id, friendly_name: name, created_at: addedAt, last_used_at: lastUsedAt }) => {
        return { id, name: name === unnamedPasskey ? undefined : name, addedAt, lastUsedAt };
      }),
    );
  }

  async function listIdentities(): Answer<LinkedIdentity[]> {
    const { data, error } = await (await client()).getUserIdentities();
    if (error) return failed(describe(error));
    const linked = data.identities.filter(({ provider }) => provider !== "email" && provider !== "phone");
    return ok(
      linked.map(({ identity_id: id, provider, identity_data: said, created_at: addedAt = "" }) => {
        const address: unknown = said?.email ?? said?.name;
        return { id, provider, address: typeof address === "string" ? address : undefined, addedAt };
      }),
    );
  }

  /** What it knows of an identity is asked for again: the client wants all of it. */
  async function unlink(identityId: string): Answer<void> {
    const auth = await client();
    const { data, error } = await auth.getUserIdentities();
    if (error) return failed(describe(error));
    const identity = data.identities.find(({ identity_id: id }) => id === identityId);
    return identity ? settled((await auth.unlinkIdentity(identity)).error) : ok(undefined);
  }

  async function sendCode(factorId: string): Answer<string> {
    const sent = await sendFactorCode(await client(), factorId);
    return sent.ok ? sent : failed(describe(sent.problem));
  }

  return {
    offers,

    read: () =>
      guarded(async () => {
        const auth = await client();
        const [factors, asksProof, sessions, identities] = await Promise.all([
          listSecondFactors(auth),
          asksSecondFactor(auth),
          call(caller, listOwnSessionsCall, {}),
          listIdentities(),
        ]);
        if (!factors.ok) return failed(describe(factors.problem));
        if (!identities.ok) return identities;
        if (!sessions.ok) return failed(describeCall(sessions.problem));
        const passkeys = offers.passkeys && !asksProof ? await listPasskeys() : ok([]);
        if (!passkeys.ok) return passkeys;
        const kept = { factors: factors.value, identities: identities.value, passkeys: passkeys.value };
        return ok({ ...kept, sessions: sessions.value, asksProof });
      }),

    beginDevice: (name) =>
      guarded(async () => {
        await forgetUnfinished();
        const { mfa } = await client();
        const { data, error } = await mfa.enroll({ factorType: "totp", friendlyName: name, issuer: brand });
        if (error) return failed(describe(error));
        return ok({ factorId: data.id, picture: data.totp.qr_code, secret: data.totp.secret });
      }),

    beginPhone: (phone) =>
      guarded(async () => {
        await forgetUnfinished();
        const { mfa } = await client();
        const name = nameOfPhone(phone);
        const { data, error } = await mfa.enroll({ factorType: "phone", friendlyName: name, phone });
        if (error) return failed(describe(error));
        const sent = await sendCode(data.id);
        return sent.ok ? ok({ factorId: data.id, challengeId: sent.value, name }) : sent;
      }),

    sendCode: (factorId) => guarded(() => sendCode(factorId)),

    verifyCode: (factorId, code) => guarded(async () => settled(await proveByCode(await client(), factorId, code))),

    addKey: (name) =>
      guarded(async () => {
        await forgetUnfinished();
        return settled(await enrolKey(await client(), name));
      }),

    verifyKey: (factorId) => guarded(async () => settled(await proveByKey(await client(), factorId))),

    remove: (factorId) => guarded(async () => settled((await (await client()).mfa.unenroll({ factorId })).error)),

    signInWithPasskey: () => guarded(async () => settled((await (await client()).signInWithPasskey()).error)),
    addPasskey: () => guarded(async () => settled((await (await client()).registerPasskey()).error)),
    renamePasskey: (passkeyId, name) =>
      guarded(async () =>
        settled((await (await client()).passkey.update({ passkeyId, friendlyName: name.slice(0, 120) })).error),
      ),
    removePasskey: (passkeyId) =>
      guarded(async () => settled((await (await client()).passkey.delete({ passkeyId })).error)),

    unlinkIdentity: (identityId) => guarded(() => unlink(identityId)),

    proveByPassword: (password) =>
      guarded(async () => settled((await (await client()).updateUser({ current_password: password })).error)),
    sendProofDigits: () => guarded(async () => settled((await (await client()).reauthenticate()).error)),
    proveByDigits: (digits) =>
      guarded(async () => settled((await (await client()).updateUser({ nonce: digits })).error)),

    endSession: (sessionId) => guarded(() => endSessions({ sessionId })),
    endOtherSessions: () => guarded(() => endSessions({ scope: "others" })),
  };
}

/** What a failed download or storage throws is an outage. */
async function guarded<Value>(act: () => Answer<Value>): Answer<Value> {
  try {
    return await act();
  } catch (cause) {
    console.warn("The security of the account was not reached.", cause);
    return failed({ kind: "failed", code: "unreachable" });
  }
}

function settled(error: Error | null): Result<void, SecurityProblem> {
  return error ? failed(describe(error)) : ok(undefined);
}

function describe(error: Error & { code?: string | undefined }): SecurityProblem {
  const hasEnded = error.name === "AuthSessionMissingError" || error.code === "session_not_found";
  return hasEnded ? { kind: "signed_out" } : { kind: "failed", code: factorProblemCode(error) };
}

function describeCall(problem: CallProblem): SecurityProblem {
  if (problem.code === "access_ended") return { kind: "signed_out" };
  return { kind: "failed", code: problem.code === "refused" ? problem.reason : "unreachable" };
}
