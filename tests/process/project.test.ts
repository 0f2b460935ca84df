import { randomUUID } from "node:crypto";

import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { order, registration } from "#tests/functions/orders.ts";
import { followUp, marketing, secretariat } from "#tests/leads/sending.ts";
import { type ChaosReceiver, type Received, reply, startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { testEngine } from "#tests/support/database.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { type MailServer, startMailServer } from "./mail-server.ts";
import { administrator, type SiteProcess, startSite } from "./site-process.ts";

const keys = { PUBLISHABLE_KEY: "sb_publishable_of_the_project", SECRET_KEY: "sb_secret_of_the_project" };
const customer = { email: "helene@patisserie-ravel.example", password: "Bruyère-Matin-57" };

let instance: TestInstance;
const processes: SiteProcess[] = [];
let projectUrl: string;
let siteUrl: string;
let receiver: ChaosReceiver;
let mailPort: number;
let mailServer: MailServer | undefined;
const webhookSecret = newSecret();

/** One of our processes is the project, the other the site that has it in SUPABASE_URL. */
describe.skipIf(testEngine !== "postgres")("A site whose accounts and data a project keeps", () => {
  beforeAll(async () => {
    instance = await createTestInstance();
    const [projectPort, sitePort] = [await findFreePort(), await findFreePort()];
    projectUrl = `http://localhost:${projectPort}`;
    siteUrl = `http://localhost:${sitePort}`;
    receiver = await startChaosReceiver(reply(200));
    mailPort = await findFreePort();
    // One outbox table and so one set of receivers: what tells who sends is the brand.
    const shared = {
      ...keys,
      LOG_LEVEL: "error",
      WEBHOOK_LEAD_URL: [receiver.url("/leads"), receiver.url("/copy")].join(","),
      WEBHOOK_SIGNIN_URL: receiver.url("/sign-ins"),
      WEBHOOK_SECRET: webhookSecret,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    };
    const start = async (environment: Record<string, string>) =>
      void processes.push(await startSite(instance, { ...shared, ...environment }));
    await start({ PORT: String(projectPort), BRAND_NAME: "Le projet" });
    await start({ PORT: String(sitePort), BRAND_NAME: "Le site", SUPABASE_URL: projectUrl });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await Promise.all([receiver.close(), mailServer?.close()]);
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

  async function signUp(email: string) {
    const client = connect();
    const { data, error } = await client.auth.signUp({ email, password: customer.password });
    if (error) throw error;
    return { client, userId: data.user?.id ?? "", token: data.session?.access_token ?? "" };
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
    const { client: visitor, token } = await signUp(customer.email);
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

  /** Who is told of what; `find` tells these events from those of the other tests. */
  const matrix = [
    {
      event: "questionnaire.submitted",
      funnel: "secretariat",
      to: ["/copy", "/leads"],
      says: { businessHours: ["24h"] },
    },
    {
      event: "questionnaire.submitted",
      funnel: "marketing",
      to: ["/copy", "/leads"],
      says: { prospectsPerMonth: "1000-5000" },
    },
    {
      event: "questionnaire.submitted",
      funnel: "suiviclient",
      to: ["/copy", "/leads"],
      says: { activeClientsPerMonth: "200" },
    },
    { event: "closing.registered", funnel: "closing", to: ["/copy", "/leads"], says: { role: order.role } },
    {
      event: "conference.registered",
      funnel: "conferences",
      to: ["/copy", "/leads"],
      says: { businessType: "lawyer" },
    },
    { event: "user.signed_in", to: ["/sign-ins"], says: { source: expect.stringContaining("/inscription-marketing") } },
    { event: "lead.erased", to: ["/copy", "/leads"], says: { reference: expect.any(String) } },
  ];

  test("tells each receiver what is its own, signed, once more after an outage, with the project away", async () => {
    receiver.behave(reply(503));
    const before = receiver.received.length;
    const { token } = await signUp("claire@matrice.example");
    for (const answers of [secretariat, marketing, followUp]) {
      const asked = { ...answers, email_param: `${String(answers.funnel_origin_param)}@matrice.example` };
      const { error } = await connect().rpc("create_lead_without_auth", {
        ...asked,
        idempotency_key_param: randomUUID(),
      });
      expect(error).toBeNull();
    }
    const mine = { email: "commande@matrice.example" };
    expect((await callSite("register-closing", token, { ...order, ...mine })).status).toBe(200);
    expect((await callSite("register-conference", token, { ...registration, ...mine })).status).toBe(200);
    expect((await callSite("signed-in", token, { path: "/inscription-marketing" })).body).toEqual({ recorded: true });
    // Another one's lead goes with the account: what waits to be said of Claire stays.
    const leaving = await signUp("leaving@matrice.example");
    await leaving.client.rpc("create_profile_if_not_exists", {
      user_id_param: leaving.userId,
      registration_path_param: "/inscription-marketing",
    });
    const erased = await callSite("delete-account", leaving.token, { email: "leaving@matrice.example" });
    expect(erased.status).toBe(200);

    const sent = () => receiver.received.slice(before);
    const waiting = async () =>
      (await instance.inspect("select id, event from private.deliveries where status = 'waiting' and kind = 'webhook'"))
        .length;
    const expected = await waiting();
    await vi.waitFor(() => expect(new Set(sent().map(({ path }) => path)).size).toBe(3));
    const [project] = processes;
    project?.terminate();
    expect(await project?.ended).toBe(0);
    const refused = sent();
    receiver.behave(reply(200));
    mailServer = await startMailServer(mailPort);
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { interval: 50 });

    const accepted = sent().filter(({ answered }) => answered === 200);
    expect(accepted).toHaveLength(expected);
    expect(new Set(accepted.map(({ id, path }) => `${id} ${path}`)).size).toBe(accepted.length);
    for (const { id, headers, body } of accepted) {
      expect(headers["user-agent"]).toBe("le-site-webhooks");
      expect(headers["webhook-id"]).toBe(id);
      new Webhook(webhookSecret).verify(body, headers as Record<string, string>);
    }
    for (const { id } of refused) expect(accepted.map((each) => each.id)).toContain(id);
    for (const { event, funnel, to, says } of matrix) {
      const told = accepted.map(readEvent).filter((each) => each.body.event === event && each.body.funnel === funnel);
      expect(told.map(({ path }) => path).toSorted(), `${event} ${funnel}`).toEqual(to);
      for (const { body } of told) expect(body).toMatchObject(says);
    }
    await vi.waitFor(() => expect(mailServer?.recipients).toContain("secretariat@matrice.example"));
  }, 120_000);
});

function readEvent({ path, body }: Received) {
  return { path, body: JSON.parse(body) as Record<string, unknown> };
}
