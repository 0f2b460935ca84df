import type { Database } from "#engine/db/database.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import { createConfiguredKeys } from "./configured-keys.ts";
import { createProjectKeys } from "./project-keys.ts";
import { createProviderClient, type ProviderClient } from "./provider-client.ts";
import { createRefreshKeys, type RefreshKeys } from "./refresh-keys.ts";
import { createSessionActivity, type SessionActivity } from "./session-activity.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";
import { createVerifiedTokens, type VerifiedTokens } from "./verified-tokens.ts";

/** The services of auth that remember something between two requests. */
export type Identity = {
  signingKeys: SigningKeys;
  verifiedTokens: VerifiedTokens;
  refreshKeys: RefreshKeys;
  sessionActivity: SessionActivity;
  provider: ProviderClient;
};

type Options = { db: Database; settings: EngineSettings; now: () => Date };

export function createIdentity({ db, settings, now }: Options): Identity {
  return {
    signingKeys: keysOf({ db, settings, now }),
    verifiedTokens: createVerifiedTokens(),
    refreshKeys: createRefreshKeys(),
    // How long a session lasts is a matter of who has them.
    sessionActivity: settings.supabaseUrl === undefined ? createSessionActivity(db, now) : untouched,
    provider: createProviderClient(settings, now),
  };
}

const untouched: SessionActivity = { keepAlive: () => Promise.resolve() };

/** Of the project, of the operator's file, or of our own database. */
function keysOf(options: Options): SigningKeys {
  const { settings, now } = options;
  if (settings.supabaseUrl !== undefined) return createProjectKeys({ supabaseUrl: settings.supabaseUrl, now });
  return settings.signingKeys ? createConfiguredKeys(settings.signingKeys) : createSigningKeys(options);
}
