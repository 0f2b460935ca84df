import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import { isSameText } from "#engine/settings/same-text.ts";

type Keys = Pick<EngineSettings, "secretKey" | "publishableKey">;

/** What a request says of who sends it, under the names of its headers. */
type ShownKeys = { apikey?: string | undefined; authorization?: string | undefined };

/** The role that a key gives; undefined when it is none of ours. Compared with both, so that time tells nothing. */
export function roleOfApiKey({ secretKey, publishableKey }: Keys, key: string): "service_role" | "anon" | undefined {
  const isSecret = isSameText(key, secretKey);
  const isPublishable = isSameText(key, publishableKey);
  if (isSecret) return "service_role";
  return isPublishable ? "anon" : undefined;
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
