import { readFileSync } from "node:fs";
import { join } from "node:path";

import { Hono } from "hono";

import { createAuthService } from "#engine/auth/auth-service.ts";
import type { AppEnv } from "#engine/context.ts";
import type { AuthConfig } from "#engine/settings/auth-config.ts";
import { readSettings } from "#server/settings/settings.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import siteConfig from "../../site.config.ts";

type Options = {
  db: TestDatabase;
  folder: string;
  publishableKey: string;
  secretKey: string;
  /** From where the case that runs asks. */
  address: { current: string };
};

type Instance = { origin: string; fetch: (request: Request) => Promise<Response> };

/** What the authors' `docker-compose.yml` says of its four, over the file of their CLI. */
const composed: { port: number; change: (auth: AuthConfig) => AuthConfig }[] = [
  { port: 9999, change: (auth) => ({ ...unconfirmed(auth), enableAnonymousSignIns: false }) },
  { port: 9998, change: (auth) => auth },
  { port: 9997, change: (auth) => ({ ...unconfirmed(auth), enableSignup: false }) },
  { port: 9996, change: (auth) => auth },
];

function unconfirmed(auth: AuthConfig): AuthConfig {
  return {
    ...auth,
    email: { ...auth.email, enableConfirmations: true },
    sms: { ...auth.sms, enableConfirmations: true },
  };
}

/** The service of the CLI, at the address where the CLI has it, and below those of the composition. */
export function createInstances({ db, folder, publishableKey, secretKey, address }: Options): Instance[] {
  const readBeside = (path: string) => readFileSync(join(folder, "test/supabase", path), "utf8");
  const authFile = { name: "supabase/config.toml", text: readBeside("config.toml"), readBeside };
  const settings = readSettings({
    environment: {
      AUTH_SECRET: "a-secret-for-tests-only-0123456789abcdef",
      SITE_URL: "http://127.0.0.1:3000",
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: "none of ours",
    },
    config: siteConfig,
    authFile,
    demoSecret: () => "",
  });
  const create = (origin: string, base: string, auth: AuthConfig): Instance => {
    const context = createTestContext({ db, settings: { ...settings, auth } });
    const app = new Hono<AppEnv>();
    app.use(async (c, next) => {
      c.set("requestId", "suite");
      c.set("clientAddress", address.current);
      await next();
    });
    app.route(base, createAuthService(context));
    return {
      origin,
      fetch: async (request) => {
        // The composition has no gateway before it, which is what asks for a key.
        if (!request.headers.has("apikey")) request.headers.set("apikey", publishableKey);
        return app.request(request);
      },
    };
  };
  const { auth } = settings;
  return [
    // Their file names nothing that sends texts; their composition does.
    create("http://127.0.0.1:54321", "/auth/v1", { ...auth, sendSms: undefined }),
    ...composed.map(({ port, change }) => create(`http://localhost:${port}`, "/", change(auth))),
  ];
}
