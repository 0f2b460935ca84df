import { randomUUID } from "node:crypto";

import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { testEngine } from "#tests/support/database.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";
import { secretariat } from "#tests/leads/sending.ts";

import { administrator, type SiteProcess, startSite } from "./site-process.ts";

const keys = { PUBLISHABLE_KEY: "sb_publishable_of_the_project", SECRET_KEY: "sb_secret_of_the_project" };
const customer = { email: "helene@patisserie-ravel.example", password: "Bruyère-Matin-57" };

let instance: TestInstance;
const processes: SiteProcess[] = [];
let projectUrl: string;
let siteUrl: string;

/** One of our processes is the project, the other the site that has it in SUPABASE_URL. */
describe.skipIf(testEngine !== "postgres")("A site whose accounts and data a project keeps", () => {
  beforeAll(async () => {
    instance = await createTestInstance();
    const [projectPort, sitePort] = [await findFreePort(), await findFreePort()];
    projectUrl = `http://localhost:${projectPort}`;
    siteUrl = `http://localhost:${sitePort}`;
    const start = async (environment: Record<string, string>) =>
      void processes.push(await startSite(instance, { ...keys, LOG_LEVEL: "error", ...environment }));
    await start({ PORT: String(projectPort) });
    await start({ PORT: String(sitePort), SUPABASE_URL: projectUrl });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await instance.remove();
  });

  const connect = (): SupabaseClient =>
    createClient(projectUrl, keys.PUBLISHABLE_KEY, { auth: { persistSession: false } });

  async function callSite(name: string, token: string, body: unknown) {
    const answer = await fetch(`${siteUrl}/functions/v1/${name}`, {
      method: "POST",
      headers: { apikey: keys.PUBLISHABLE_KEY, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  async function signInAdministrator() {
    const client = connect();
    const { data, error } = await client.auth.signInWithPassword(administrator);
    if (error) throw error;
    return { client, token: data.session.access_token };
  }

  test("shows its pages and sends browsers to the project; it answers for nothing of the project's", async () => {
    const page = await fetch(`${siteUrl}/inscription-secretariat`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(projectUrl);
    expect(page.headers.get("content-security-policy")).toContain(projectUrl);
    for (const path of ["/auth/v1/settings", "/rest/v1/leads"]) expect((await fetch(siteUrl + path)).status).toBe(404);
  });

  test("takes a customer through the main story: account, questionnaire, lead, file, and end", async () => {
    const visitor = connect();
    const signedUp = await visitor.auth.signUp(customer);
    const token = signedUp.data.session?.access_token ?? "";
    expect(await callSite("signed-in", token, { path: "/inscription-secretariat" })).toMatchObject({
      status: 200,
      body: { recorded: true },
    });
    const submitted = await visitor.rpc("create_lead_without_auth", {
      ...secretariat,
      idempotency_key_param: randomUUID(),
    });
    expect(submitted.error).toBeNull();

    const { client: admin } = await signInAdministrator();
    const { data: leads } = await admin.from("admin_dashboard").select("*").eq("email", customer.email);
    expect(leads).toHaveLength(1);

    const exported = await callSite("export-account", token, {});
    expect(exported.status).toBe(200);
    expect(JSON.stringify(exported.body)).toContain("Pâtisserie Ravel");
    expect(await callSite("delete-account", token, { email: customer.email })).toMatchObject({ status: 200 });
    expect((await connect().auth.signInWithPassword(customer)).error).toMatchObject({ code: "invalid_credentials" });
  });

  test("lets an administrator make and erase the account of a lead there", async () => {
    const email = "malik@formalys.example";
    await connect().rpc("create_lead_without_auth", {
      ...secretariat,
      email_param: email,
      idempotency_key_param: randomUUID(),
    });
    const { client, token } = await signInAdministrator();
    const { data } = await client.from("admin_dashboard").select("*").eq("email", email).single();
    const made = await callSite("create-account", token, { lead_id: data.lead_id });
    expect(made).toMatchObject({ status: 200, body: { result: "created" } });
    const server = createClient(projectUrl, keys.SECRET_KEY, { auth: { persistSession: false } });
    const userId = String(made.body.user_id);
    expect((await server.auth.admin.getUserById(userId)).data.user).toMatchObject({ email });
    const [lead] = await instance.inspect<{ user_profile_id: string }>(
      "select user_profile_id from public.leads where id = $1",
      [data.lead_id],
    );
    const request = { lead_id: data.lead_id, profile_id: lead?.user_profile_id, user_id: userId };
    expect(await callSite("delete-user", token, request)).toMatchObject({ status: 200 });
    expect((await server.auth.admin.getUserById(userId)).error).toMatchObject({ code: "user_not_found" });
  });

  test("believes no token once its session has ended at the project", async () => {
    const { client, token } = await signInAdministrator();
    expect((await callSite("replay-deliveries", token, { delivery_id: randomUUID() })).status).not.toBe(401);
    await client.auth.signOut();
    expect((await callSite("replay-deliveries", token, { delivery_id: randomUUID() })).status).toBe(401);
  });
});
