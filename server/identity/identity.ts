import type { Database } from "#server/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";

import { createProviderClient, type ProviderClient } from "./provider-client.ts";
import { createSessionActivity, type SessionActivity } from "./session-activity.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";

/** The services of auth that remember something between two requests. */
export type Identity = {
  signingKeys: SigningKeys;
  sessionActivity: SessionActivity;
  provider: ProviderClient;
};

type Options = { db: Database; settings: Settings; now: () => Date };

export function createIdentity({ db, settings, now }: Options): Identity {
  return {
    signingKeys: createSigningKeys({ db, settings, now }),
    sessionActivity: createSessionActivity(db, now),
    provider: createProviderClient(settings, now),
  };
}
