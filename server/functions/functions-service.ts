import { Hono } from "hono";

import { orderRefusals } from "#content/order-problems.ts";
import type { Rate } from "#domain/wire/contract.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { callsPerAddress as orders } from "#server/leads/submission-limits.ts";

import { changeAnswers } from "./accounts/change-answers.ts";
import { createAccountFunction } from "./accounts/create-account.ts";
import { deleteAccountFunction } from "./accounts/delete-account.ts";
import { deleteUser } from "./accounts/delete-user.ts";
import { endOwnSessions } from "./accounts/end-own-sessions.ts";
import { exportAccount } from "./accounts/export-account.ts";
import { listOwnSessions } from "./accounts/list-own-sessions.ts";
import { readOwnOrders } from "./accounts/read-own-orders.ts";
import { resetAdministratorFactors } from "./accounts/reset-administrator-factors.ts";
import { setFirstPasswordFunction } from "./accounts/set-first-password.ts";
import { signedIn } from "./accounts/signed-in.ts";
import { addNote } from "./desk/add-note.ts";
import { attendanceSheet } from "./desk/attendance-sheet.ts";
import { changeLeads } from "./desk/change-leads.ts";
import { correctLead } from "./desk/correct-lead.ts";
import { createLead } from "./desk/create-lead.ts";
import { deleteLeads } from "./desk/delete-leads.ts";
import { exportContact } from "./desk/export-contact.ts";
import { mergeContacts } from "./desk/merge-contacts.ts";
import { previewSite } from "./desk/preview-site.ts";
import { readHealth } from "./desk/read-health.ts";
import { setCallback } from "./desk/set-callback.ts";
import { findCompany } from "./companies/find-company.ts";
import type { Work } from "./door/endpoint.ts";
import { confirmNewsletterFunction } from "./leads/confirm-newsletter.ts";
import { leadEvents } from "./leads/lead-events.ts";
import { leaveWaitingList } from "./leads/leave-waiting-list.ts";
import { leadPresence } from "./leads/lead-presence.ts";
import { countStepFunction } from "./leads/count-step.ts";
import { exportConference } from "./desk/export-conference.ts";
import { exportJournal } from "./desk/export-journal.ts";
import { exportNewsletter } from "./desk/export-newsletter.ts";
import { listConferences } from "./desk/list-conferences.ts";
import { exportLeads } from "./leads/export-leads.ts";
import { recordConsent } from "./leads/record-consent.ts";
import { registerClosing } from "./leads/register-closing.ts";
import { registerConference } from "./leads/register-conference.ts";
import { selectLeads } from "./leads/select-leads.ts";
import { stopReminder } from "./leads/stop-reminder.ts";
import { unsubscribe } from "./leads/unsubscribe.ts";
import { replayGivenUp } from "./leads/replay-deliveries.ts";
import { attachPayment } from "./payments/attach-payment.ts";
import { paymentEvents } from "./payments/payment-events.ts";
import { paymentStarted } from "./payments/payment-started.ts";
import { readFailure, answerRefusal, refuseMethod } from "./door/problems.ts";
import { report } from "./report.ts";
import { openResumeLinkFunction } from "./resume-link/open-resume-link.ts";
import { sendResumeLinkFunction } from "./resume-link/send-resume-link.ts";
import { endAdministratorSessions } from "./team/end-administrator-sessions.ts";
import { inviteAdministratorFunction } from "./team/invite-administrator.ts";
import { listAdministrators } from "./team/list-administrators.ts";
import { withdrawAdministrator } from "./team/withdraw-administrator.ts";

/** Every function of the site; who may call it and how often is declared in its contract. */
const works: readonly Work[] = [
  recordConsent,
  paymentStarted,
  countStepFunction,
  report,
  confirmNewsletterFunction,
  setFirstPasswordFunction,
  openResumeLinkFunction,
  sendResumeLinkFunction,
  findCompany,
  registerClosing,
  registerConference,
  signedIn,
  deleteAccountFunction,
  listOwnSessions,
  endOwnSessions,
  readOwnOrders,
  changeAnswers,
  exportAccount,
  attachPayment,
  createAccountFunction,
  deleteUser,
  resetAdministratorFactors,
  listAdministrators,
  inviteAdministratorFunction,
  withdrawAdministrator,
  endAdministratorSessions,
  attendanceSheet,
  readHealth,
  previewSite,
  listConferences,
  exportConference,
  exportJournal,
  exportNewsletter,
  exportLeads,
  replayGivenUp,
  leadEvents,
  leadPresence,
  addNote,
  changeLeads,
  deleteLeads,
  selectLeads,
  correctLead,
  createLead,
  exportContact,
  mergeContacts,
  setCallback,
  paymentEvents,
];

/** The one page among them. Mail programs press its button for their readers, from a handful of addresses. */
const leavers: Rate = { capacity: 600, perHour: 6000 };

/** Endpoints that share the limit of the funnels' submissions, and their refusal of too many. */
export const orderPaths = works.flatMap(({ contract: { name, limit } }) =>
  limit === "submissions" ? [`/${name}`] : [],
);
export const tooManyOrders = { error: orderRefusals.too_many_orders, code: "over_request_rate_limit" };

/** `/functions/v1`: what needs more than one table or a secret. */
export function createFunctionsService(context: ServerContext): Hono<AppEnv> {
  const service = new Hono<AppEnv>();

  for (const work of works) {
    const { name, limit, method = "POST" } = work.contract;
    const answer = work.open(context, limit === "submissions" ? orders : { purpose: name, ...limit });
    // The method as it was sent: a HEAD is also routed as a GET, and would open a stream without a reader.
    service.all(`/${name}`, async (c) => {
      if (!answer) return answerRefusal(c, 404, "unknown_function");
      return c.req.method === method ? answer(c) : refuseMethod(c, method);
    });
  }
  const oneClick = { unsubscribe, "stop-reminder": stopReminder, "leave-waiting-list": leaveWaitingList };
  for (const [name, open] of Object.entries(oneClick)) {
    const page = open(context, { purpose: name, ...leavers });
    service.get(`/${name}`, page.show);
    service.post(`/${name}`, page.leave);
    service.all(`/${name}`, (c) => answerRefusal(c, 405, "method_not_allowed", { allow: "GET, POST" }));
  }
  service.all("*", async (c) => {
    const caller = await readCaller(context, c.req.raw.headers);
    return caller.ok ? answerRefusal(c, 404, "unknown_function") : answerRefusal(c, 401, "no_authorization");
  });

  service.onError((error, c) => {
    const { status, code, retryAfter } = readFailure(context, c, error);
    return answerRefusal(c, status, code, retryAfter ? { "retry-after": retryAfter } : {});
  });
  return service;
}
