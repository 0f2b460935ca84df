import { Hono } from "hono";

import { orderRefusals } from "#subjects/orders/words/order-problems.ts";
import type { Rate } from "#domain/wire/contract.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { callsPerAddress as orders } from "#subjects/leads/server/submission-limits.ts";

import { changeAnswers } from "#subjects/account/server/change-answers.ts";
import { createAccountFunction } from "#subjects/account/server/create-account.ts";
import { deleteAccountFunction } from "#subjects/account/server/delete-account.ts";
import { deleteUser } from "#subjects/account/server/delete-user.ts";
import { endOwnSessions } from "#subjects/account/server/end-own-sessions.ts";
import { exportAccount } from "#subjects/account/server/export-account.ts";
import { listOwnSessions } from "#subjects/account/server/list-own-sessions.ts";
import { readOwnOrders } from "#subjects/account/server/read-own-orders.ts";
import { resetAdministratorFactors } from "#subjects/team/server/reset-administrator-factors.ts";
import { setFirstPasswordFunction } from "#subjects/account/server/set-first-password.ts";
import { signedIn } from "#subjects/account/server/signed-in.ts";
import { addNote } from "#subjects/leads/server/add-note.ts";
import { attendanceSheet } from "#subjects/conferences/server/attendance-sheet.ts";
import { changeLeads } from "#subjects/leads/server/change-leads.ts";
import { correctLead } from "#subjects/leads/server/correct-lead.ts";
import { createLead } from "#subjects/leads/server/create-lead.ts";
import { deleteLeads } from "#subjects/leads/server/delete-leads.ts";
import { exportContact } from "#subjects/leads/server/export-contact.ts";
import { logCall } from "#subjects/leads/server/log-call.ts";
import { importLeads } from "#subjects/imports/server/import-leads.ts";
import { undoImport } from "#subjects/imports/server/undo-import.ts";
import { noteConsent } from "#subjects/leads/server/note-consent.ts";
import { mergeContacts } from "#subjects/leads/server/merge-contacts.ts";
import { previewSite } from "#subjects/operations/server/preview-site.ts";
import { readHealth } from "#subjects/operations/server/read-health.ts";
import { sendTestMail } from "#subjects/operations/server/send-test-mail.ts";
import { setCallback } from "#subjects/leads/server/set-callback.ts";
import { setSetup } from "#subjects/leads/server/set-setup.ts";
import { findCompany } from "#subjects/companies/server/find-company.ts";
import type { Work } from "./door/endpoint.ts";
import { confirmNewsletterFunction } from "#subjects/newsletter/server/confirm-newsletter.ts";
import { leadEvents } from "#subjects/leads/server/lead-events.ts";
import { setNotifications } from "#subjects/notifications/server/set-notifications.ts";
import { leaveWaitingList } from "#subjects/conferences/server/leave-waiting-list.ts";
import { leadPresence } from "#subjects/leads/server/lead-presence.ts";
import { countStepFunction } from "#subjects/funnel/server/count-step.ts";
import { exportConference } from "#subjects/conferences/server/export-conference.ts";
import { exportJournal } from "#subjects/journal/server/export-journal.ts";
import { exportNewsletter } from "#subjects/newsletter/server/export-newsletter.ts";
import { listConferences } from "#subjects/conferences/server/list-conferences.ts";
import { exportLeads } from "#subjects/leads/server/export-leads.ts";
import { recordConsent } from "#subjects/consent/server/record-consent.ts";
import { registerClosing } from "#subjects/orders/server/register-closing.ts";
import { registerConference } from "#subjects/orders/server/register-conference.ts";
import { selectLeads } from "#subjects/leads/server/select-leads.ts";
import { callbackFeed, callbacksCalendar } from "#subjects/leads/server/callback-feed.ts";
import { tagLeads } from "#subjects/leads/server/tag-leads.ts";
import { stopReminder } from "#subjects/leads/server/stop-reminder.ts";
import { unsubscribe } from "#subjects/newsletter/server/unsubscribe.ts";
import { replayGivenUp } from "#subjects/deliveries/server/replay-deliveries.ts";
import { attachPayment } from "#subjects/payments/server/attach-payment.ts";
import { dismissPayment } from "#subjects/payments/server/dismiss-payment.ts";
import { paymentEvents } from "#subjects/payments/server/payment-events.ts";
import { paymentStarted } from "#subjects/payments/server/payment-started.ts";
import { settleBilling } from "#subjects/payments/server/settle-billing.ts";
import { readFailure, answerRefusal, refuseMethod } from "./door/problems.ts";
import { report } from "./report.ts";
import { listMailTemplates, readMailTemplate, saveMailTemplate } from "#subjects/mails/server/mail-templates.ts";
import { allowMails } from "#subjects/mails/server/allow-mails.ts";
import { prepareMail } from "#subjects/mails/server/prepare-mail.ts";
import { sendMail } from "#subjects/mails/server/send-mail.ts";
import { stopMails } from "#subjects/mails/server/stop-mails.ts";
import { openResumeLinkFunction } from "#subjects/funnel/server/open-resume-link.ts";
import { sendResumeLinkFunction } from "#subjects/funnel/server/send-resume-link.ts";
import { endAdministratorSessions } from "#subjects/team/server/end-administrator-sessions.ts";
import { inviteAdministratorFunction } from "#subjects/team/server/invite-administrator.ts";
import { setAdministratorRole } from "#subjects/team/server/set-administrator-role.ts";
import { setTurns } from "#subjects/team/server/set-turns.ts";
import { setOwnName } from "#subjects/team/server/set-own-name.ts";
import { listAdministrators } from "#subjects/team/server/list-administrators.ts";
import { siteSettings } from "#subjects/site-settings/server/site-settings.ts";
import { saveSiteDraft } from "#subjects/site-settings/server/save-site-draft.ts";
import { checkSiteDraft } from "#subjects/site-settings/server/check-site-draft.ts";
import { publishSite, returnToSiteVersion, withdrawSiteVersion } from "#subjects/site-settings/server/publish-site.ts";
import {
  keepArticleFunction,
  listArticlesFunction,
  readArticleFunction,
} from "#subjects/site-settings/server/site-articles.ts";
import { uploadPicture } from "#subjects/site-settings/server/upload-picture.ts";
import { withdrawAdministrator } from "#subjects/team/server/withdraw-administrator.ts";

/** Every function of the site; who may call it and how often is declared in its contract. */
const works: readonly Work[] = [
  siteSettings,
  saveSiteDraft,
  checkSiteDraft,
  publishSite,
  returnToSiteVersion,
  withdrawSiteVersion,
  uploadPicture,
  keepArticleFunction,
  listArticlesFunction,
  readArticleFunction,
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
  dismissPayment,
  settleBilling,
  createAccountFunction,
  deleteUser,
  resetAdministratorFactors,
  listAdministrators,
  setOwnName,
  setAdministratorRole,
  setTurns,
  inviteAdministratorFunction,
  withdrawAdministrator,
  endAdministratorSessions,
  attendanceSheet,
  readHealth,
  previewSite,
  sendTestMail,
  listConferences,
  exportConference,
  exportJournal,
  exportNewsletter,
  exportLeads,
  replayGivenUp,
  leadEvents,
  leadPresence,
  setNotifications,
  addNote,
  changeLeads,
  deleteLeads,
  selectLeads,
  correctLead,
  createLead,
  noteConsent,
  importLeads,
  undoImport,
  exportContact,
  mergeContacts,
  setCallback,
  setSetup,
  tagLeads,
  callbackFeed,
  logCall,
  prepareMail,
  sendMail,
  allowMails,
  listMailTemplates,
  readMailTemplate,
  saveMailTemplate,
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
  const oneClick = {
    unsubscribe,
    "stop-reminder": stopReminder,
    "stop-mails": stopMails,
    "leave-waiting-list": leaveWaitingList,
  };
  for (const [name, open] of Object.entries(oneClick)) {
    const page = open(context, { purpose: name, ...leavers });
    service.get(`/${name}`, page.show);
    service.post(`/${name}`, page.leave);
    service.all(`/${name}`, (c) => answerRefusal(c, 405, "method_not_allowed", { allow: "GET, POST" }));
  }
  const calendar = callbacksCalendar(context, { purpose: "callbacks.ics", capacity: 120, perHour: 600 });
  service.all("/callbacks.ics", async (c) => (c.req.method === "GET" ? calendar(c) : refuseMethod(c, "GET")));
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
