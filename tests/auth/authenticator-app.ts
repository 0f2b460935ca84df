import { URI } from "otpauth";

import { nextAddress, readSession, signUpCustomer, type SignedIn, type Wire } from "./support.ts";

const stepMs = 30_000;

/** An authenticator application, by the library that its makers could have used. */
export type AuthenticatorApp = {
  factorId: string;
  /** The code it shows now, or so many half minutes from now. */
  code(steps?: number): string;
};

/** What the account holder reads off the screen becomes codes. */
export function openApp(wire: Wire, factorId: string, uri: string): AuthenticatorApp {
  const totp = URI.parse(uri);
  return {
    factorId,
    code: (steps = 0) => totp.generate({ timestamp: wire.clock.now().getTime() + steps * stepMs } as never),
  };
}

export type Holder = SignedIn & { address: string; app: AuthenticatorApp };

/** Asks for a TOTP factor, without proving it. */
export async function enrollTotp(
  wire: Wire,
  { access }: Pick<SignedIn, "access">,
  body: object = {},
): Promise<AuthenticatorApp> {
  const answer = await wire.send("POST", "/factors", { token: access, body: { factor_type: "totp", ...body } });
  if (answer.status !== 200) throw new Error(`The enrolment answered ${answer.status}: ${answer.text}`);
  return openApp(wire, answer.body.id, answer.body.totp.uri);
}

type Asking = { access: string; address: string };

export async function challenge(wire: Wire, { access, address }: Asking, factorId: string): Promise<string> {
  const answer = await wire.send("POST", `/factors/${factorId}/challenge`, { token: access, address });
  if (answer.status !== 200) throw new Error(`The challenge answered ${answer.status}: ${answer.text}`);
  return answer.body.id;
}

export function verify(wire: Wire, { access, address }: Asking, factorId: string, body: object) {
  return wire.send("POST", `/factors/${factorId}/verify`, { token: access, address, body });
}

/** A challenge and its code. */
export async function prove(wire: Wire, asking: Asking, app: AuthenticatorApp, code = app.code()) {
  const challengeId = await challenge(wire, asking, app.factorId);
  return verify(wire, asking, app.factorId, { challenge_id: challengeId, code });
}

/** An account with a verified factor and a session past it; the code of the next half minute is not used yet. */
export async function signUpHolder(wire: Wire, signedIn?: SignedIn): Promise<Holder> {
  const customer = signedIn ?? (await signUpCustomer(wire));
  const asking = { access: customer.access, address: nextAddress() };
  const app = await enrollTotp(wire, customer);
  const proved = await prove(wire, asking, app);
  if (proved.status !== 200) throw new Error(`The proof answered ${proved.status}: ${proved.text}`);
  return { ...readSession(proved.body), address: asking.address, app };
}
