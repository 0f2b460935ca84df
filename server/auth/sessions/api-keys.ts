import { timingSafeEqual } from "node:crypto";

import type { Settings } from "#server/settings/settings.ts";

import { digestOf } from "./same-text.ts";

type Keys = Pick<Settings, "secretKey" | "publishableKey">;

/** What a request says of who sends it, under the names of its headers. */
type ShownKeys = { apikey?: string | undefined; authorization?: string | undefined };

/** The role that a key gives; undefined when it is none of ours. Compared with both, so that time tells nothing. */
export function roleOfApiKey(keys: Keys, key: string): "service_role" | "anon" | undefined {
  const { secret, publishable } = digestsOf(keys);
  const given = digestOf(key);
  const isSecret = timingSafeEqual(given, secret);
  const isPublishable = timingSafeEqual(given, publishable);
  if (isSecret) return "service_role";
  return isPublishable ? "anon" : undefined;
}

type KeyDigests = { secret: Buffer; publishable: Buffer };

/** Of the settings of a process, which never change: every request shows a key. */
const knownDigests = new WeakMap<Keys, KeyDigests>();

function digestsOf(keys: Keys): KeyDigests {
  const known = knownDigests.get(keys);
  if (known) return known;
  const digests = { secret: digestOf(keys.secretKey), publishable: digestOf(keys.publishableKey) };
  knownDigests.set(keys, digests);
  return digests;
}

/** Whether the secret key is shown, whole, as API key or as bearer. */
export function hasSecretKey(keys: Keys, { apikey, authorization }: ShownKeys): boolean {
  const shown = [apikey, readBearer(authorization)].filter((key) => key !== undefined);
  return shown.some((key) => roleOfApiKey(keys, key) === "service_role");
}

/** The token of an `Authorization` header; undefined when it brings none. */
export function readBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
}
