import { Hono } from "hono";

import { readCaller } from "#server/auth/sessions/caller.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";

import { createCreateAccount } from "./accounts/create-account.ts";
import { createDeleteAccount } from "./accounts/delete-account.ts";
import { createDeleteUser } from "./accounts/delete-user.ts";
import { createExportAccount } from "./accounts/export-account.ts";
import { createSignedIn } from "./accounts/signed-in.ts";
import { createConfirmNewsletter } from "./leads/confirm-newsletter.ts";
import { createRecordConsent } from "./leads/record-consent.ts";
import { createRegisterClosing } from "./leads/register-closing.ts";
import { createRegisterConference } from "./leads/register-conference.ts";
import { createReplayDeliveries } from "./leads/replay-deliveries.ts";
import { createAttachPayment } from "./payments/attach-payment.ts";
import { createPaymentEvents } from "./payments/payment-events.ts";
import { createPaymentStarted } from "./payments/payment-started.ts";
import { readFailure, refuse } from "./problems.ts";
import { createOpenResumeLink } from "./resume-link/open-resume-link.ts";
import { createSendResumeLink } from "./resume-link/send-resume-link.ts";

/** `/functions/v1`: what needs more than one table or a secret. */
export function createFunctionsService(context: ServerContext): Hono<AppEnv> {
  const service = new Hono<AppEnv>();
  const { stripeWebhookSecret } = context.settings;
  // Without the secret nothing could be believed: there is no such address.
  if (!stripeWebhookSecret) service.all("/payment-events", (c) => refuse(c, 404, "unknown_function"));
  const functions = {
    "/create-account": createCreateAccount(context),
    "/confirm-newsletter": createConfirmNewsletter(context),
    "/attach-payment": createAttachPayment(context),
    "/delete-account": createDeleteAccount(context),
    "/delete-user": createDeleteUser(context),
    "/export-account": createExportAccount(context),
    ...(stripeWebhookSecret && { "/payment-events": createPaymentEvents(context, stripeWebhookSecret) }),
    "/open-resume-link": createOpenResumeLink(context),
    "/payment-started": createPaymentStarted(context),
    "/record-consent": createRecordConsent(context),
    "/register-closing": createRegisterClosing(context),
    "/register-conference": createRegisterConference(context),
    "/send-resume-link": createSendResumeLink(context),
    "/replay-deliveries": createReplayDeliveries(context),
    "/signed-in": createSignedIn(context),
  };

  for (const [path, answer] of Object.entries(functions)) {
    service.post(path, answer);
    service.all(path, (c) => refuse(c, 405, "method_not_allowed", { allow: "POST" }));
  }
  service.all("*", async (c) => {
    const caller = await readCaller(context, c.req.raw.headers);
    return caller.ok ? refuse(c, 404, "unknown_function") : refuse(c, 401, "no_authorization");
  });

  service.onError((error, c) => {
    const { status, code, retryAfter } = readFailure(context, c, error);
    return refuse(c, status, code, retryAfter ? { "retry-after": retryAfter } : {});
  });
  return service;
}
