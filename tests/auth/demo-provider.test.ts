import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, expect, test } from "vitest";

import { createDemoState } from "#server/demo/demo-state.ts";
import { createIdentityProvider, type IdentityProvider } from "#server/demo/identity-provider.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
const state = createDemoState();
let provider: IdentityProvider | undefined;
const server = createServer((request, response) => void provider?.handle(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const context = createTestContext({ db, environment: { SITE_URL: origin } });
provider = await createIdentityProvider(context, state, ({ name }) => name);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

/** A browser that goes to the provider, types an address where it is asked for one, and comes back. */
function openBrowser() {
  const cookies = new Map<string, string>();
  const request = new URLSearchParams({
    client_id: "demo-site",
    redirect_uri: `${origin}/auth/v1/callback`,
    response_type: "code",
    scope: "openid email profile",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  });

  async function ask(url: string, body?: URLSearchParams) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(body && { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response.headers.get("location");
  }

  return async (): Promise<{ asked: boolean; query: Record<string, string> }> => {
    let asked = false;
    let url = `${origin}/demo/idp/auth?${request}`;
    for (let hops = 0; hops < 10 && !url.startsWith(`${origin}/auth/v1/callback`); hops += 1) {
      let next = await ask(url);
      if (next === null) {
        asked = true;
        next = await ask(url, new URLSearchParams({ email: "yann@menuiserie-kerbrat.example" }));
      }
      url = new URL(next ?? "", url).href;
    }
    return { asked, query: Object.fromEntries(new URL(url).searchParams) };
  };
}

test("The switch of the demonstration's provider holds for who is signed in there, and for who is not", async () => {
  const visit = openBrowser();
  expect(await visit()).toMatchObject({ asked: true, query: { code: expect.any(String) } });
  expect(await visit()).toMatchObject({ asked: false, query: { code: expect.any(String) } });
  for (const goThere of [visit, openBrowser()]) {
    state.switches.identity = "refuse";
    expect((await goThere()).query).toMatchObject({ error: "access_denied" });
    state.switches.identity = "error";
    expect((await goThere()).query).toMatchObject({ error: "server_error" });
    state.switches.identity = "ok";
  }
  expect(await visit()).toMatchObject({ asked: false, query: { code: expect.any(String) } });
});

test("A demonstration without sign-in by Google has no stand-in for it", async () => {
  const settings = { ...context.settings, identityProvider: undefined };
  expect(await createIdentityProvider({ ...context, settings }, state, ({ name }) => name)).toBeUndefined();
});
