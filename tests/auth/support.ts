import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Hono } from "hono";

import { createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { createAuthService } from "#engine/auth/auth-service.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Database } from "#engine/db/database.ts";
import type { TextMessage } from "#engine/outbox/queue-text-message.ts";
import type { PasswordHasher } from "#engine/passwords/password-hasher.ts";
import { defaultAuthConfig } from "#engine/settings/auth-config.ts";
import type { Settings } from "#server/settings/settings.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";

export const origin = "http://localhost:3000";
export const goodPassword = "Bruyère-Matin-57";
export const apiVersion = { "x-supabase-api-version": "2024-01-01" };

/** A clock that stands still until told otherwise. */
export type Clock = { now: () => Date; advance(milliseconds: number): void };

export function createClock(): Clock {
  let time = Date.now();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** The clock on the wall, by which the tokens of a provider are made. */
export const wallClock: Clock = { now: () => new Date(), advance() {} };

export type Sending = {
  body?: unknown;
  /** The text of the body as it is. */
  rawBody?: string;
  token?: string | undefined;
  /** `null` sends no key. */
  apiKey?: string | null;
  address?: string;
  headers?: Record<string, string>;
  /** The cookies of the browser that sends; without them it is another browser each time. */
  jar?: CookieJar;
};

/** Cookies by name, as one browser keeps them. */
export type CookieJar = Map<string, string>;

export type Received = { status: number; body: any; text: string; headers: Headers };

export type Wire = {
  context: ServerContext;
  clock: Clock;
  send(method: string, path: string, sending?: Sending): Promise<Received>;
  /** The published client, talking to this service without a socket. */
  client(options?: ClientOptions): SupabaseClient;
};

type ClientOptions = {
  flowType?: "pkce" | "implicit";
  address?: string;
  storage?: Map<string, string>;
  jar?: CookieJar;
  /** The site's own without it. */
  apiKey?: string;
  /** Of another version of the client. */
  create?: typeof createClient;
  detectSessionInUrl?: boolean;
  experimental?: Record<string, boolean>;
  /** What answers in our place, if anything. */
  intercept?: (request: Request) => Response | undefined;
};

type WireOptions = {
  db: Database;
  settings?: Partial<Settings>;
  environment?: Record<string, string>;
  clock?: Clock;
  passwords?: PasswordHasher;
};

/** The auth service as it is mounted, with the client's address taken from a header of the tests. */
export function createWire({
  db,
  settings = {},
  environment = {},
  clock = createClock(),
  passwords,
}: WireOptions): Wire {
  const context = createTestContext({ db, settings, environment, now: clock.now, ...(passwords && { passwords }) });
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("requestId", "test");
    c.set("clientAddress", c.req.header("x-test-address") ?? nextAddress());
    await next();
  });
  app.route("/auth/v1", createAuthService(context));

  return {
    context,
    clock,

    async send(method, path, { body, rawBody, token, apiKey, address, headers = {}, jar = new Map() } = {}) {
      const key = apiKey === undefined ? context.settings.publishableKey : apiKey;
      const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await app.request(`${origin}/auth/v1${path}`, {
        method,
        headers: {
          ...apiVersion,
          ...(key !== null && { apikey: key }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(address && { "x-test-address": address }),
          ...(text !== undefined && { "content-type": "application/json" }),
          ...(jar.size > 0 && { cookie: writeCookies(jar) }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      });
      keepCookies(jar, response);
      const received = await response.text();
      const isJson = received !== "" && response.headers.get("content-type")?.includes("json");
      return {
        status: response.status,
        body: isJson ? JSON.parse(received) : undefined,
        text: received,
        headers: response.headers,
      };
    },

    client({
      flowType = "implicit",
      address,
      storage = new Map(),
      jar = new Map(),
      apiKey,
      create = createClient,
      detectSessionInUrl = false,
      experimental = {},
      intercept,
    } = {}) {
      return create(origin, apiKey ?? context.settings.publishableKey, {
        auth: {
          flowType,
          autoRefreshToken: false,
          persistSession: true,
          detectSessionInUrl,
          experimental,
          storage: {
            getItem: (key) => storage.get(key) ?? null,
            setItem: (key, value) => void storage.set(key, value),
            removeItem: (key) => void storage.delete(key),
          },
        },
        global: {
          fetch: async (input, init) => {
            const request = new Request(input, init);
            if (address) request.headers.set("x-test-address", address);
            if (jar.size > 0) request.headers.set("cookie", writeCookies(jar));
            const response = intercept?.(request) ?? (await app.request(request));
            keepCookies(jar, response);
            return response;
          },
        },
      });
    },
  };
}

function writeCookies(jar: CookieJar): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
}

function keepCookies(jar: CookieJar, response: Response): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== undefined && value !== undefined) jar.set(name, value);
  }
}

export const productionSettings = {
  mode: "production",
  allowedOrigins: [origin],
  auth: defaultAuthConfig({ isDemo: false, origin, brand: "Ariane" }),
} satisfies Partial<Settings>;

let addresses = 0;

/** A visitor of their own for each request, so that no test meets another one's limits. */
export function nextAddress(): string {
  addresses += 1;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

let emails = 0;

export function nextEmail(name = "visiteur"): string {
  emails += 1;
  return `${name}-${emails}@exemple.example`;
}

let phones = 0;

/** An unassigned number of France, as accounts know it. */
export function nextPhone(): string {
  phones += 1;
  return `336399${String(80_000 + phones)}`;
}

export type SignedIn = { email: string; userId: string; sessionId: string; access: string; refresh: string };

/** A customer of the demonstration, signed up and signed in. */
export async function signUpCustomer(wire: Wire, email = nextEmail()): Promise<SignedIn> {
  const { status, body } = await wire.send("POST", "/signup", { body: { email, password: goodPassword } });
  if (status !== 200) throw new Error(`Sign-up answered ${status}.`);
  return readSession(body);
}

/** With a password, from an address that has not called yet. */
export async function signInWithPassword(wire: Wire, email: string): Promise<SignedIn> {
  const { status, body } = await wire.send("POST", "/token?grant_type=password", {
    body: { email, password: goodPassword },
  });
  if (status !== 200) throw new Error(`Sign-in answered ${status}.`);
  return readSession(body);
}

/** An administrator with a password, signed in. */
export async function signInAdministrator(wire: Wire, email = nextEmail("admin")): Promise<SignedIn> {
  const { db, passwords } = wire.context;
  const made = await createAdministrator(db, { email, password: goodPassword, guessableWords: [] }, passwords);
  if (!made.ok) throw new Error(made.problem);
  return signInWithPassword(wire, email);
}

/** Whether the session still answers. */
export async function isAlive(wire: Wire, { access }: SignedIn): Promise<boolean> {
  return (await wire.send("GET", "/user", { token: access })).status === 200;
}

export function readSession(body: any): SignedIn {
  const { sub, session_id: sessionId } = readClaims(body.access_token);
  return { email: body.user.email, userId: sub, sessionId, access: body.access_token, refresh: body.refresh_token };
}

export function readClaims(token: string): any {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}

export type QueuedMail = { to: string; template: string; data: { link: string; code: string; newEmail?: string } };

/** As `mailsTo`, without the mails about a sign-in from another browser: of a test that is not about browsers. */
export async function otherMailsTo(db: TestDatabase, email: string): Promise<QueuedMail[]> {
  return (await mailsTo(db, email)).filter(({ template }) => template !== "new-device");
}

/** Mails waiting to leave for this address, newest last. */
export async function mailsTo(db: TestDatabase, email: string): Promise<QueuedMail[]> {
  const { rows } = await db.inspect<{ body: QueuedMail }>(
    "select body from private.deliveries where kind = 'mail' and body ->> 'to' = $1 order by created_at, id",
    [email],
  );
  return rows.map(({ body }) => body);
}

export async function templatesTo(db: TestDatabase, email: string): Promise<string[]> {
  return (await mailsTo(db, email)).map(({ template }) => template);
}

/** What waits to be handed to the send-SMS hook for this phone, newest last. */
export async function textsTo(db: TestDatabase, phone: string): Promise<TextMessage["body"][]> {
  const { rows } = await db.inspect<{ message: TextMessage["body"] }>(
    `select body -> 'message' as message from private.deliveries
     where event = 'sms.code' and body -> 'message' -> 'sms' ->> 'phone' = $1 order by created_at, id`,
    [phone],
  );
  return rows.map(({ message }) => message);
}

/** The path of a mailed link, as `send` takes it. */
export function linkPath({ data }: QueuedMail): string {
  return data.link.replace(`${origin}/auth/v1`, "");
}

export function fragmentOf(location: string | null): URLSearchParams {
  return new URLSearchParams(new URL(location ?? "").hash.slice(1));
}

export function expectProblem(received: Received): { status: number; code: string } {
  return { status: received.status, code: received.body.code };
}
