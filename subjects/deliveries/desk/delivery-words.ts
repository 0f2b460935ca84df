import type { DeliveryLine, Receiver } from "#subjects/leads/contract/desk-lists.ts";
import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";
import { mailNames } from "#content/mail-names.ts";

const copy = adminDeliveries;

const mailPrefix = "mail.";

/** In French; an event without a French name keeps its own. */
export function nameOfEvent({ event, is_waiting_list }: Pick<DeliveryLine, "event" | "is_waiting_list">): string {
  const own = is_waiting_list ? copy.waitingList[event] : undefined;
  if (own !== undefined) return own;
  if (!event.startsWith(mailPrefix)) return copy.events[event] ?? event;
  return mailNames[event.slice(mailPrefix.length)] ?? copy.otherMail;
}

/** « Leads, hook.example »: never an address, which may hold a secret in its path. */
export function nameOfReceiver({ topic, host, number }: Pick<Receiver, "topic" | "host" | "number">): string {
  const place = host ?? copy.receivers.mailServer;
  return `${copy.receivers.topics[topic] ?? topic}, ${number === null ? place : copy.receivers.numbered(place, number)}`;
}

export type ReceiverCondition = "working" | "paused" | "gone" | "not_configured";

export function stateOfReceiver({ disabled_reason, paused_until }: Receiver): ReceiverCondition {
  if (disabled_reason !== null) return disabled_reason === "not_configured" ? "not_configured" : "gone";
  return paused_until === null ? "working" : "paused";
}

/** What the last try met; undefined before the first. */
export function problemOf({
  last_status,
  last_error,
  topic,
}: Pick<DeliveryLine, "last_status" | "last_error" | "topic">): string | undefined {
  const { problems } = copy;
  if (last_error === "too_old") return problems.too_old;
  if (last_error === "expired") return problems.expired;
  if (topic === "mail") return last_error === null ? undefined : problemOfMail(last_status, last_error);
  if (last_status !== null) return problemOfAnswer(last_status);
  if (last_error === null) return undefined;
  if (last_error.includes("timeout") || last_error === "etimedout") return problems.timeout;
  if (last_error === "enotfound" || last_error === "eai_again") return problems.unknown_host;
  if (/cert|tls|ssl|self_signed|altname|unable_to_/.test(last_error)) return problems.tls;
  return problems.unreachable;
}

function problemOfAnswer(status: number): string | undefined {
  const { problems } = copy;
  if (status === 410) return problems.gone;
  if (status === 429) return problems.busy;
  if (status >= 500) return problems.failing(status);
  if (status >= 400) return problems.refused(status);
  return status >= 300 ? problems.moved(status) : undefined;
}

function problemOfMail(status: number | null, error: string): string {
  const { problems } = copy;
  if (error === "eenvelope" || error === "emessage") {
    return status !== null && status < 500 ? problems.mail_refused_for_now : problems.mail_refused;
  }
  if (status !== null) return problems.mail_closed;
  return /^(malformed|bad_|unknown_template)/.test(error) ? problems.unsendable : problems.mail_unreachable;
}

const minuteMs = 60_000;

/**
 * « 3 essais, prochain essai dans 4 min ».
 *
 * @param nowMs when the list was read: rendering asks no clock
 */
export function progressOf({ attempts, status, next_try_at }: DeliveryLine, nowMs: number): string {
  const parts = attempts > 0 ? [copy.tries(attempts)] : [];
  if (status === "waiting" && next_try_at !== null) parts.push(formatNextTry(Date.parse(next_try_at) - nowMs));
  return parts.join(", ");
}

function formatNextTry(waitMs: number): string {
  if (waitMs <= 0) return copy.next.now;
  if (waitMs < minuteMs) return copy.next.soon;
  const minutes = Math.ceil(waitMs / minuteMs);
  return minutes < 60 ? copy.next.minutes(minutes) : copy.next.hours(Math.round(minutes / 60));
}
