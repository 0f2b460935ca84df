import { createHash, randomBytes } from "node:crypto";

import { durationMs } from "#kit/duration.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { interval } from "#engine/db/expired-rows.ts";
import { visitorOf } from "#engine/limits/rate-limits.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import { describeDevice } from "./describe-device.ts";
import type { Device } from "./device.ts";

/** @param name the address or the phone that an account opens with */
export function knownDeviceSubject(name: string, { address }: Pick<Device, "address">): string {
  return hashOf(`${name}\n${visitorOf(address)}`);
}

export async function isKnownDevice(
  { db, settings, now }: Pick<EngineContext, "db" | "settings" | "now">,
  subject: string,
): Promise<boolean> {
  const { rowCount } = await db.runAsServer(
    `select 1 from auth.known_devices
     where subject_hash = $1 and seen_at > $2::timestamptz - ${interval(settings.accountTerms.knownDevice)}`,
    [subject, now()],
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
 * Tells the owner by mail of a sign-in from a browser that the account was not seen with, whatever it calls itself and
 * from wherever: it is known by its cookie, which it gets here. The first of an account is expected. A client that
 * keeps no cookie is told of once a day.
 */
export async function noticeDevice(
  { settings, now: clock }: Pick<EngineContext, "settings" | "now">,
  tx: Tx,
  { id: userId, email, phone }: Pick<User, "id" | "email" | "phone">,
  device: Device,
): Promise<void> {
  const now = clock();
  const { knownDevice } = settings.accountTerms;
  const shown = readMark(device);
  const mark = shown ?? randomBytes(32).toString("base64url");
  device.mark?.keep(mark, {
    isSecure: settings.site.origin.startsWith("https:"),
    forSeconds: durationMs(knownDevice) / 1000,
  });
  const browser = browserPrefix + hashOf(`${userId}\n${mark}`);
  const told = hashOf(`${userId}\ntold\n${visitorOf(device.address)}\n${device.userAgent ?? ""}`);
  const address = knownDeviceSubject(email ?? phone ?? userId, device);
  // What is read is what was known before: a statement does not see its own rows.
  const { rows } = await tx.query<KnownFrom>(
    `with remembered as (${rememberSubjects})
     select count(*) > 0 as anywhere, coalesce(bool_or(subject_hash like '${browserPrefix}%'), false) as "anyBrowser",
       coalesce(bool_or(subject_hash = $4), false) as "thisBrowser",
       coalesce(bool_or(subject_hash = $5), false) as "thisAddress",
       coalesce(bool_or(subject_hash = $6 and seen_at > $3::timestamptz - interval '1 day'), false) as "toldToday"
     from auth.known_devices where user_id = $2 and seen_at > $3::timestamptz - ${interval(knownDevice)}`,
    [[browser, address], userId, now, browser, address, told],
  );
  const known = rows[0];
  if (email === null || !known?.anywhere || isExpected(known)) return;
  await tx.query(rememberSubjects, [[told], userId, now]);
  const data = { at: writeMoment(settings, now), device: describeDevice(device.userAgent) };
  await queueAccountMail(tx, { to: email, template: "new-device", data });
}

type KnownFrom = {
  anywhere: boolean;
  anyBrowser: boolean;
  thisBrowser: boolean;
  thisAddress: boolean;
  toldToday: boolean;
};

/** An account that was last seen before browsers had a cookie is still known by its address. */
function isExpected({ anyBrowser, thisBrowser, thisAddress, toldToday }: KnownFrom): boolean {
  return thisBrowser || toldToday || (!anyBrowser && thisAddress);
}

/** Tells the rows of browsers from those of addresses. */
const browserPrefix = "browser ";

/** @returns undefined for what we never gave a browser */
function readMark({ mark }: Device): string | undefined {
  const shown = mark?.shown ?? "";
  return /^[\w-]{43}$/.test(shown) ? shown : undefined;
}

function writeMoment({ locale, timeZone }: Pick<EngineSettings, "locale" | "timeZone">, moment: Date): string {
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long", timeStyle: "short" }).format(moment);
}

const rememberSubjects = `
  insert into auth.known_devices (subject_hash, user_id, seen_at)
  select hash, $2::uuid, $3::timestamptz from unnest($1::text[]) as hash
  on conflict (subject_hash) do update set user_id = excluded.user_id, seen_at = excluded.seen_at`;

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
