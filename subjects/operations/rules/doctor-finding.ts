/** In the order of the report. */
export const findingSubjects = [
  "Database",
  "Backups",
  "Leads",
  "Machine",
  "Prices",
  "Claims",
  "Left out",
  "Dates",
  "Payment links",
  "Invoices",
  "Site",
  "Accounts",
  "Payments",
  "Deliveries",
  "From outside",
] as const;
export type FindingSubject = (typeof findingSubjects)[number];

/** `error`: something is broken or lost now; `warning`: it may be soon; `note`: the owner decides, nothing is wrong. */
export const findingSeverities = ["error", "warning", "note"] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

/**
 * `alert`: it is told by itself, by mail and in the desk; the name is that of the alert in `deploy/monitoring/rules.yml`
 * that says the same.
 */
type Kind = { subject: FindingSubject; severity: FindingSeverity; alert?: string };

/**
 * All that the doctor can find. The keys, ids of `npm run doctor -- --json`, never change their meaning. What to do for
 * each stands in `server/doctor/remedies.ts`, which no browser is given.
 */
export const findingKinds = {
  "migration-drift": { subject: "Database", severity: "error" },
  "newer-database": { subject: "Database", severity: "note" },
  "failing-job": { subject: "Database", severity: "error", alert: "SiteJobFails" },

  "no-backup": { subject: "Backups", severity: "error", alert: "SiteBackupOld" },
  "failed-backup": { subject: "Backups", severity: "error", alert: "SiteBackupFails" },
  "first-backup-due": { subject: "Backups", severity: "warning" },
  "old-backup": { subject: "Backups", severity: "error", alert: "SiteBackupOld" },
  "plain-backup": { subject: "Backups", severity: "warning" },

  "no-lead": { subject: "Leads", severity: "error", alert: "SiteNoLead" },
  "refused-leads": { subject: "Leads", severity: "error", alert: "SiteLeadsRefused" },

  "low-disk": { subject: "Machine", severity: "error", alert: "SiteDiskLow" },
  "bad-certificate": { subject: "Machine", severity: "error", alert: "SiteCertificate" },
  "wrong-clock": { subject: "Machine", severity: "error", alert: "SiteClockOff" },

  "advertised-price": { subject: "Prices", severity: "note" },
  "two-set-ups": { subject: "Prices", severity: "note" },
  "two-trials": { subject: "Prices", severity: "note" },
  "two-delays": { subject: "Prices", severity: "note" },
  "training-trial": { subject: "Prices", severity: "warning" },

  "unsupported-claim": { subject: "Claims", severity: "note" },
  "unpublishable-name": { subject: "Claims", severity: "note" },

  "left-out": { subject: "Left out", severity: "note" },

  "backwards-window": { subject: "Dates", severity: "error" },
  "ended-offer": { subject: "Dates", severity: "note" },
  "late-registration": { subject: "Dates", severity: "error" },
  "held-conference": { subject: "Dates", severity: "note" },

  "missing-payment-link": { subject: "Payment links", severity: "warning" },
  "missing-custom-link": { subject: "Payment links", severity: "note" },
  "missing-training-link": { subject: "Payment links", severity: "warning" },
  "shared-payment-link": { subject: "Payment links", severity: "warning" },

  "billing-details": { subject: "Invoices", severity: "warning" },
  "electronic-reception": { subject: "Invoices", severity: "warning" },
  "electronic-issue": { subject: "Invoices", severity: "warning" },
  "customer-siren": { subject: "Invoices", severity: "warning" },

  "example-contact": { subject: "Site", severity: "error" },
  "unplayable-media": { subject: "Site", severity: "error" },
  "borrowed-voices": { subject: "Site", severity: "warning" },
  "site-setting": { subject: "Site", severity: "warning" },
  "other-file": { subject: "Site", severity: "note" },
  "refused-version": { subject: "Site", severity: "error" },
  "undrawn-page": { subject: "Site", severity: "error" },

  "account-setting": { subject: "Accounts", severity: "warning" },
  "no-administrator": { subject: "Accounts", severity: "error" },
  "without-second-factor": { subject: "Accounts", severity: "warning" },
  "two-spellings": { subject: "Accounts", severity: "warning" },
  "project-accounts": { subject: "Accounts", severity: "note" },
  "other-ways-in": { subject: "Accounts", severity: "warning" },
  "project-away": { subject: "Accounts", severity: "error" },
  "project-without-keys": { subject: "Accounts", severity: "error" },
  "project-leads-elsewhere": { subject: "Accounts", severity: "error" },
  "project-confirms-at-once": { subject: "Accounts", severity: "error" },
  "project-without-passkeys": { subject: "Accounts", severity: "warning" },

  "other-payer": { subject: "Payments", severity: "warning" },
  "test-payment": { subject: "Payments", severity: "note" },
  "stray-payment": { subject: "Payments", severity: "warning", alert: "SitePaymentWaits" },
  "other-amount": { subject: "Payments", severity: "warning", alert: "SitePaymentOther" },
  "failed-renewal": { subject: "Payments", severity: "warning", alert: "SiteRenewalFails" },
  "stray-incident": { subject: "Payments", severity: "warning" },

  "late-delivery": { subject: "Deliveries", severity: "error", alert: "SiteDeliveriesLate" },
  "lost-delivery": { subject: "Deliveries", severity: "error", alert: "SiteDeliveriesGivenUp" },
  "disabled-receiver": { subject: "Deliveries", severity: "error", alert: "SiteReceiverGone" },

  // What `npm run check:production` alone tries.
  "name-unresolved": { subject: "From outside", severity: "error" },
  "tls-refused": { subject: "From outside", severity: "error" },
  "site-away": { subject: "From outside", severity: "error" },
  "site-in-the-clear": { subject: "From outside", severity: "warning" },
  "no-trusted-proxy": { subject: "From outside", severity: "warning" },
  "spf-missing": { subject: "From outside", severity: "error" },
  "spf-wrong": { subject: "From outside", severity: "error" },
  "dkim-missing": { subject: "From outside", severity: "error" },
  "dkim-unset": { subject: "From outside", severity: "note" },
  "dmarc-missing": { subject: "From outside", severity: "warning" },
  "dmarc-idle": { subject: "From outside", severity: "note" },
  "mail-refused": { subject: "From outside", severity: "error" },
  "payments-refused": { subject: "From outside", severity: "error" },
  "payments-unset": { subject: "From outside", severity: "note" },
  "receiver-away": { subject: "From outside", severity: "error" },
  "clock-unknown": { subject: "From outside", severity: "note" },
  "backup-folder": { subject: "From outside", severity: "error" },
  "backup-beside-data": { subject: "From outside", severity: "note" },
  "restore-failed": { subject: "From outside", severity: "error" },
  "restore-key-untried": { subject: "From outside", severity: "note" },
} as const satisfies Record<string, Kind>;

export type FindingId = keyof typeof findingKinds;
export const findingIds = Object.keys(findingKinds) as [FindingId, ...FindingId[]];

/** Those that are told by themselves. */
export type AlertId = {
  [Id in FindingId]: (typeof findingKinds)[Id] extends { alert: string } ? Id : never;
}[FindingId];
export const isAlert = (id: FindingId): id is AlertId => "alert" in findingKinds[id];
export const alertIds = findingIds.filter(isAlert) as [AlertId, ...AlertId[]];

/**
 * Something the owner of the site has to decide: nothing here stops the server. `sentence` is English, for the terminal;
 * `french` is for the team, and missing where the words are those of a tool's own settings. `about`, where there may be
 * several at a time: which job, event, receiver, payment or disk.
 */
export type Finding = { id: FindingId; sentence: string; french?: string; about?: string };

/** What began to go wrong, or is over. */
export type SiteAlert = { id: AlertId; about: string; isOver: boolean };

export const subjectOf = ({ id }: Pick<Finding, "id">): FindingSubject => findingKinds[id].subject;
export const severityOf = ({ id }: Pick<Finding, "id">): FindingSeverity => findingKinds[id].severity;
