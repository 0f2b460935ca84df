import Stripe from "stripe";

import { createMailTransport } from "#engine/mail/mail-transport.ts";
import type { Settings } from "#server/settings/settings.ts";
import { testMail } from "#content/test-mail.ts";

import { found, held, type Tried } from "./tried.ts";

const waitMs = 30_000;

/** Sends a real mail, as the site sends its own. @param to where it can be read */
export async function checkMail({ mail, site }: Pick<Settings, "mail" | "site">, to: string): Promise<Tried> {
  const transport = createMailTransport(mail);
  const id = crypto.randomUUID();
  const said = testMail(site.brand, site.origin);
  const message = { id, from: mail.from, to, headers: {}, ...said, html: `<p>${said.text}</p>` };
  const outcome = await transport.send(message, AbortSignal.timeout(60_000));
  transport.close();
  if (outcome.kind === "delivered") return held("Mail", `A mail left for ${to}: see that it arrives, and where.`);
  if (outcome.kind === "interrupted") return found("Mail", "mail-refused", "The mail server took more than a minute.");
  const { status, error, answer } = { status: null, error: "", answer: undefined, ...outcome };
  const reason = answer ?? [status, error].filter(Boolean).join(" ");
  return found("Mail", "mail-refused", `The mail server did not take a mail for ${to} (${reason}).`);
}

/** An event of ours, signed as the payment provider's are: the site answers it and keeps nothing of it. */
const testEvent = JSON.stringify({ id: "evt_check", type: "ariane.check", data: { object: {} } });

/** The payment webhook takes what is signed with the secret that is here, and nothing else. */
export async function checkPayments(settings: Pick<Settings, "stripeWebhookSecret" | "site">): Promise<Tried> {
  const { stripeWebhookSecret: secret, site } = settings;
  if (!secret) return found("Payments", "payments-unset", "Payments are not heard of: no secret is set.");
  const address = `${site.origin}/functions/v1/payment-events`;
  const [signed, forged] = await Promise.all([post(address, secret), post(address, `${secret}-another`)]);
  if (signed !== 200) {
    const sentence = `${address} answers ${signed} to a signed event: payments do not arrive.`;
    return found("Payments", "payments-refused", sentence);
  }
  if (forged !== 400) {
    const sentence = `${address} answers ${forged} to an event that another signed.`;
    return found("Payments", "payments-refused", sentence);
  }
  return held("Payments", `${address} takes a signed test event, and refuses one that another signed.`);
}

/** @returns the status, or what kept an answer from coming */
async function post(address: string, secret: string): Promise<number | string> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: testEvent, secret });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  return statusOf(address, { method: "POST", headers, body: testEvent });
}

/**
 * Each receiver answers. It is sent nothing that it could take for a lead: a `HEAD`, which says whether name, TLS and
 * server are there. What it makes of an event, « Livraisons » shows.
 */
export function checkReceivers({ webhooks }: Pick<Settings, "webhooks">): Promise<Tried[]> {
  // The path of a receiver's address is often its only secret.
  return Promise.all(
    webhooks.receivers.map(async ({ topic, url }) => {
      const name = `Receiver (${topic})`;
      const { origin } = new URL(url);
      const status = await statusOf(url, { method: "HEAD" });
      const isThere = typeof status === "number" && status < 500 && status !== 410;
      if (isThere) return held(name, `${origin} answers ${status}; no event was sent.`);
      return found(name, "receiver-away", `The receiver ${origin} does not answer as it should (${status}).`);
    }),
  );
}

async function statusOf(address: string, request: RequestInit): Promise<number | string> {
  try {
    const signal = AbortSignal.timeout(waitMs);
    return (await fetch(address, { ...request, redirect: "manual", signal })).status;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
}
