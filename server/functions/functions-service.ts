import { Hono } from "hono";

import { orderRefusals } from "#content/order-problems.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { callsPerAddress as orders } from "#server/leads/submission-limits.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

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
import type { Who, Work } from "./door/endpoint.ts";
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

type Endpoint = { [By in Who]: readonly [path: string, by: By, limit: Limit | Rate, work: Work<By>] }[Who];

/** Calls of one address, refused ones included: so many at once, and so many an hour. */
type Rate = Omit<Limit, "purpose">;

/**
 * Every function: its path, who may call it, how often, and what it does. `Who` says what each word means, and the
 * compiler refuses a line that says another one than its function.
 */
const endpoints: readonly Endpoint[] = [
  // An office changes its mind, confirms orders and opens its mail behind one address; a script fills no table.
  ["/record-consent", "anybody", { capacity: 60, perHour: 600 }, recordConsent],
  ["/payment-started", "anybody", { capacity: 60, perHour: 600 }, paymentStarted],
  // A funnel is ten calls; an office that fills several, all day, passes.
  ["/count-step", "anybody", { capacity: 120, perHour: 1200 }, countStepFunction],
  // Browsers send by themselves, some at once; a page that goes wrong for a whole office is known after a few.
  ["/report", "anybody", { capacity: 60, perHour: 600 }, report],
  ["/confirm-newsletter", "anybody", { capacity: 30, perHour: 300 }, confirmNewsletterFunction],

  // A link is read, then used once or twice: more tries do not come from the recipient of a mail.
  ["/set-first-password", "anybody", { capacity: 30, perHour: 120 }, setFirstPasswordFunction],

  ["/open-resume-link", "visitor", { capacity: 60, perHour: 600 }, openResumeLinkFunction],
  ["/send-resume-link", "visitor", { capacity: 30, perHour: 30 }, sendResumeLinkFunction],
  // A few for each name that is typed, of an office; the public register takes seven a second from us in all.
  ["/find-company", "visitor", { capacity: 60, perHour: 600 }, findCompany],
  // Counted with the submissions of the funnels, after the key: trusted servers are not limited.
  ["/register-closing", "visitor", orders, registerClosing],
  ["/register-conference", "visitor", orders, registerConference],

  ["/signed-in", "session", { capacity: 240, perHour: 2400 }, signedIn],
  ["/delete-account", "customer", { capacity: 30, perHour: 120 }, deleteAccountFunction],
  ["/list-own-sessions", "customer", { capacity: 120, perHour: 1200 }, listOwnSessions],
  ["/end-own-sessions", "customer", { capacity: 60, perHour: 600 }, endOwnSessions],
  ["/read-own-orders", "customer", { capacity: 120, perHour: 1200 }, readOwnOrders],
  // Each may be told to the receivers.
  ["/change-answers", "customer", { capacity: 30, perHour: 60 }, changeAnswers],
  ["/export-account", "customer", { capacity: 30, perHour: 120 }, exportAccount],

  // A page of contacts or a long list, line by line, passes; each created account may send a mail.
  ["/attach-payment", "administrator", { capacity: 120, perHour: 3600 }, attachPayment],
  ["/create-account", "administrator", { capacity: 60, perHour: 600 }, createAccountFunction],
  ["/delete-user", "administrator", { capacity: 600, perHour: 3600 }, deleteUser],
  ["/reset-administrator-factors", "administrator", { capacity: 30, perHour: 120 }, resetAdministratorFactors],
  ["/list-administrators", "administrator", { capacity: 120, perHour: 1200 }, listAdministrators],
  ["/invite-administrator", "administrator", { capacity: 30, perHour: 120 }, inviteAdministratorFunction],
  ["/withdraw-administrator", "administrator", { capacity: 30, perHour: 120 }, withdrawAdministrator],
  ["/end-administrator-sessions", "administrator", { capacity: 30, perHour: 120 }, endAdministratorSessions],
  ["/attendance-sheet", "administrator", { capacity: 30, perHour: 120 }, attendanceSheet],
  ["/read-health", "administrator", { capacity: 120, perHour: 1200 }, readHealth],
  ["/preview-site", "administrator", { capacity: 60, perHour: 600 }, previewSite],
  ["/list-conferences", "administrator", { capacity: 240, perHour: 7200 }, listConferences],
  ["/export-conference", "administrator", { capacity: 30, perHour: 120 }, exportConference],
  ["/export-journal", "administrator", { capacity: 30, perHour: 120 }, exportJournal],
  ["/export-newsletter", "administrator", { capacity: 30, perHour: 120 }, exportNewsletter],
  ["/export-leads", "administrator", { capacity: 30, perHour: 120 }, exportLeads],
  ["/replay-deliveries", "administrator", { capacity: 120, perHour: 3600 }, replayGivenUp],
  // A team behind one address: each tab opens a stream again when it comes to the front, and says where it is.
  ["/lead-events", "administrator", { capacity: 240, perHour: 7200 }, leadEvents],
  ["/lead-presence", "administrator", { capacity: 600, perHour: 36_000 }, leadPresence],

  // A team of several works behind one address, all day, and a long list is changed a thousand leads at a time.
  ["/add-note", "administrator", { capacity: 240, perHour: 7200 }, addNote],
  ["/change-leads", "administrator", { capacity: 600, perHour: 7200 }, changeLeads],
  ["/delete-leads", "administrator", { capacity: 600, perHour: 7200 }, deleteLeads],
  ["/select-leads", "administrator", { capacity: 120, perHour: 1200 }, selectLeads],
  ["/correct-lead", "administrator", { capacity: 240, perHour: 7200 }, correctLead],
  ["/create-lead", "administrator", { capacity: 120, perHour: 3600 }, createLead],
  ["/export-contact", "administrator", { capacity: 60, perHour: 600 }, exportContact],
  ["/merge-contacts", "administrator", { capacity: 120, perHour: 3600 }, mergeContacts],
  ["/set-callback", "administrator", { capacity: 240, perHour: 7200 }, setCallback],

  // It sends from a handful of addresses, and again for hours after an outage.
  ["/payment-events", "provider", { capacity: 600, perHour: 6000 }, paymentEvents],
];

/** The one page among them. Mail programs press its button for their readers, from a handful of addresses. */
const leavers: Rate = { capacity: 600, perHour: 6000 };

/** Endpoints that share the limit of the funnels' submissions, and their refusal of too many. */
export const orderPaths = endpoints.filter(([, , limit]) => limit === orders).map(([path]) => path);
export const tooManyOrders = { error: orderRefusals.too_many_orders, code: "over_request_rate_limit" };

/** `/functions/v1`: what needs more than one table or a secret. */
export function createFunctionsService(context: ServerContext): Hono<AppEnv> {
  const service = new Hono<AppEnv>();

  for (const [path, , rate, work] of endpoints) {
    const answer = work.open(context, { purpose: path.slice(1), ...rate });
    // The method as it was sent: a HEAD is also routed as a GET, and would open a stream without a reader.
    const method = work.method ?? "POST";
    service.all(path, async (c) => {
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
