import { createHash } from "node:crypto";

import { retention } from "#domain/contracts/retention.ts";
import type { User } from "#server/auth/accounts/users.ts";
import type { Database, Tx } from "#server/db/database.ts";
import { interval } from "#server/db/expired-rows.ts";
import { visitorOf } from "#server/limits/rate-limits.ts";
import { queueMail } from "#server/mail/queue-mail.ts";

import { describeDevice } from "./describe-device.ts";
import type { Device } from "./sessions.ts";

/** How long an address and a program stay known to an account that signed in with them. */
const knownFor = interval(retention.knownDevice);

/** @param name the address or the phone that an account opens with */
export function knownDeviceSubject(name: string, { address }: Pick<Device, "address">): string {
  return hashOf(`${name}\n${visitorOf(address)}`);
}

export async function isKnownDevice({ runAsServer }: Database, subject: string, now: Date): Promise<boolean> {
  const { rowCount } = await runAsServer(
    `select 1 from auth.known_devices
     where subject_hash = $1 and seen_at > $2::timestamptz - ${knownFor}`,
    [subject, now],
  );
  return rowCount > 0;
}

/** The account has just signed in from here: guesses made elsewhere do not lock its owner out. */
export async function rememberDevice(
  tx: Tx,
  { userId, name, device }: { userId: string; name: string; device: Device },
  now: Date,
): Promise<void> {
  await tx.query(rememberSubjects, [[knownDeviceSubject(name, device)], userId, now]);
}

/**
 * Tells the owner by mail of a sign-in from an address, with a program, neither of which the account was seen with. The
 * first of an account is expected. A telephone changes its address all day, and a program its version: one of the two
 * is enough to know it again.
 */
export async function noticeDevice(
  tx: Tx,
  { id: userId, email, phone }: Pick<User, "id" | "email" | "phone">,
  device: Device,
  now: Date,
): Promise<void> {
  const name = email ?? phone ?? userId;
  const subjects = [knownDeviceSubject(name, device), hashOf(`${userId}\nprogram\n${device.userAgent ?? ""}`)];
  // What is read is what was known before: a statement does not see its own rows.
  const { rows: seen } = await tx.query<{ is_known: boolean }>(
    `with remembered as (${rememberSubjects})
     select subject_hash = any($1) as is_known from auth.known_devices
     where user_id = $2 and seen_at > $3::timestamptz - ${knownFor}`,
    [subjects, userId, now],
  );
  if (email === null || seen.length === 0 || seen.some((row) => row.is_known)) return;
  const data = { at: moment.format(now), device: describeDevice(device.userAgent) };
  await queueMail(tx, { to: email, template: "new-device", data });
}

const moment = new Intl.DateTimeFormat("fr-FR", { timeZone: "Europe/Paris", dateStyle: "long", timeStyle: "short" });

const rememberSubjects = `
  insert into auth.known_devices (subject_hash, user_id, seen_at)
  select hash, $2::uuid, $3::timestamptz from unnest($1::text[]) as hash
  on conflict (subject_hash) do update set user_id = excluded.user_id, seen_at = excluded.seen_at`;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
