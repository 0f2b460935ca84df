import { randomUUID } from "node:crypto";

import { Hono, type Context, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import * as z from "zod";

import { demoSwitchStates, type ReceivedMail } from "#domain/site/demo-page.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { readJsonBody } from "#engine/http/json-body.ts";

import { createCompanyRegister } from "./company-register.ts";
import { createDemoState, type DemoState, type DemoLog } from "./demo-state.ts";
import type { IdentityProvider } from "./identity-provider.ts";
import { createInvoicePages } from "./invoices.ts";
import { createPaymentPage } from "./payment-page.ts";
import type { RenderDemoPage } from "./render-demo-page.ts";
import { createPhones } from "./phones.ts";
import { readForm } from "./read-form.ts";
import { createTrackers } from "./trackers.ts";
import { createWebhookReceiver } from "./webhook-receiver.ts";

/** A mail as the mail transport hands it over. */
export type OutgoingMail = Pick<ReceivedMail, "from" | "to" | "subject" | "text" | "html" | "headers">;

export type Demo = {
  routes: Hono<AppEnv>;
  /** Undefined when sign-in with Google is switched off. */
  identityProvider: IdentityProvider | undefined;
  /** Stands in for the mail server. @throws when the switch says that it is down */
  deliverMail(mail: OutgoingMail): Promise<void>;
  isApiDown(): boolean;
};

const switchesShape = z.strictObject({
  webhooks: z.enum(demoSwitchStates.webhooks).optional(),
  mail: z.enum(demoSwitchStates.mail).optional(),
  sms: z.enum(demoSwitchStates.sms).optional(),
  identity: z.enum(demoSwitchStates.identity).optional(),
  payments: z.enum(demoSwitchStates.payments).optional(),
  register: z.enum(demoSwitchStates.register).optional(),
  api: z.enum(demoSwitchStates.api).optional(),
});

/** The outside world of a demonstration, each part with switches that make it fail. Absent in production. */
export function createDemo(context: ServerContext, render: RenderDemoPage): Demo {
  const state = createDemoState();
  const routes = new Hono<AppEnv>();
  routes.use(refuseOtherSites(context.settings.allowedOrigins));
  // Drawn anew for every visit: no copy of theirs is compressed beforehand.
  routes.use(compress({ contentTypeFilter: /^text\/html/ }));

  routes.get("/", (c) => {
    c.header("cache-control", "no-store");
    return c.html(render({ name: "workshop", ...readWorkshop(state) }));
  });
  routes.post("/switches", async (c) => {
    const switches = switchesShape.safeParse(await readForm(c));
    if (switches.success) Object.assign(state.switches, switches.data);
    return c.redirect("/demo", 303);
  });
  routes.post("/reset", (c) => {
    const { switches, ...journals } = state;
    for (const journal of Object.values(journals)) journal.clear();
    Object.assign(switches, createDemoState().switches);
    return c.redirect("/demo", 303);
  });

  routes.get("/mail/:id", (c) => {
    const mail = state.mails.list().find(({ id }) => id === c.req.param("id"));
    return mail ? c.html(mail.html, 200, mailHeaders) : c.redirect("/demo", 302);
  });
  routes.get("/switches.json", (c) => c.json(state.switches));
  routes.put("/switches.json", async (c) => {
    const body = await readJsonBody(c.req.raw);
    const switches = body.ok ? switchesShape.safeParse(body.value) : undefined;
    if (!switches?.success) return c.json({ error: "unknown switch or state", states: demoSwitchStates }, 400);
    Object.assign(state.switches, switches.data);
    return c.json(state.switches);
  });
  offerJournal(routes, "/webhooks.json", state.webhooks);
  offerJournal(routes, "/mail.json", state.mails);
  offerJournal(routes, "/sms.json", state.texts);
  offerJournal(routes, "/payments.json", state.payments);
  offerJournal(routes, "/invoices.json", state.invoices);
  offerJournal(routes, "/tracking.json", state.visits);

  routes.route("/webhooks", createWebhookReceiver(context, state));
  routes.route("/sms", createPhones(context, state));
  routes.route("/", createTrackers(context, state));
  routes.route("/registre", createCompanyRegister(state));
  routes.route("/paiement", createPaymentPage(context, state, render));
  routes.route("/facture", createInvoicePages(context, state, render));

  return {
    routes,
    identityProvider: context.settings.identityProvider && openProviderWhenAsked(context, state, render),
    isApiDown: () => state.switches.api === "down",
    async deliverMail(mail) {
      if (state.switches.mail === "down") throw new Error("The demonstration's mailbox is switched off.");
      state.mails.add({ ...mail, id: randomUUID(), receivedAt: context.now().toISOString() });
    },
  };
}

/** A seventh of all the files that a start would read are the provider's: the first visitor who signs in opens it. */
function openProviderWhenAsked(context: ServerContext, state: DemoState, render: RenderDemoPage): IdentityProvider {
  let opening: Promise<IdentityProvider | undefined> | undefined;
  const open = async () => {
    const { createIdentityProvider } = await import("./identity-provider.ts");
    return createIdentityProvider(context, state, render);
  };
  return {
    async handle(request, response) {
      opening ??= open();
      await (await opening)?.handle(request, response);
    },
  };
}

/**
 * A mail carries its own styles, and may ask for nothing else: what it needed from outside would be missing here too.
 */
const mailHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
};

/** Forms need no preflight: a page of another site could otherwise press the demonstration's buttons. */
function refuseOtherSites(origins: string[]): MiddlewareHandler {
  return async (c, next) => {
    const [origin, site] = [c.req.header("origin"), c.req.header("sec-fetch-site")];
    const isOwn = origin === undefined || origins.includes(origin) || site === "same-origin";
    if (isOwn || c.req.method === "GET") return next();
    return c.json({ error: "only pages of this site may do that" }, 403);
  };
}

function offerJournal<Entry>(routes: Hono<AppEnv>, path: string, journal: DemoLog<Entry>): void {
  routes.get(path, (c) => c.json(journal.list()));
  routes.delete(path, (c: Context) => {
    journal.clear();
    return c.body(null, 204);
  });
}

function readWorkshop(state: DemoState) {
  return {
    switches: state.switches,
    mails: state.mails.list(),
    texts: state.texts.list(),
    webhooks: state.webhooks.list(),
    payments: state.payments.list(),
    visits: state.visits.list(),
  };
}
