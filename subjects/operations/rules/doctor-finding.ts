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
 * `fix` is what to do, in English. `alert`: it is told by itself, by mail and in the desk; the name is that of the alert
 * of `deploy/monitoring/rules.yml` that says the same.
 */
type Kind = { subject: FindingSubject; severity: FindingSeverity; fix: string; alert?: string };

/** All that the doctor can find. The keys, ids of `npm run doctor -- --json`, never change their meaning. */
export const findingKinds = {
  "migration-drift": {
    subject: "Database",
    severity: "error",
    fix: "Start the version that the migrations are of, or put the file back as it was applied.",
  },
  "failing-job": {
    subject: "Database",
    severity: "error",
    fix: "Read the lines of that job in the log.",
    alert: "SiteJobFails",
  },

  "no-backup": {
    subject: "Backups",
    severity: "error",
    fix: "Set BACKUP_DIR, or give `npm run backup -- FILE`.",
    alert: "SiteBackupOld",
  },
  "failed-backup": {
    subject: "Backups",
    severity: "error",
    fix: 'Look for "a backup failed" in the log: it says why.',
    alert: "SiteBackupFails",
  },
  "first-backup-due": { subject: "Backups", severity: "warning", fix: "Look again after that time." },
  "old-backup": {
    subject: "Backups",
    severity: "error",
    fix: 'Look for "a backup failed" in the log.',
    alert: "SiteBackupOld",
  },
  "plain-backup": { subject: "Backups", severity: "warning", fix: "Set BACKUP_KEY." },

  "no-lead": {
    subject: "Leads",
    severity: "error",
    fix: "Go through a form of the site as a visitor; LEAD_SILENCE_HOURS says how long is usual.",
    alert: "SiteNoLead",
  },
  "refused-leads": {
    subject: "Leads",
    severity: "error",
    fix: 'Look for "a lead was refused" in the log; browsers send them again for seven days.',
    alert: "SiteLeadsRefused",
  },

  "low-disk": { subject: "Machine", severity: "error", fix: "Make room on that disk.", alert: "SiteDiskLow" },
  "bad-certificate": {
    subject: "Machine",
    severity: "error",
    fix: "Renew it, and look at what was to renew it.",
    alert: "SiteCertificate",
  },
  "wrong-clock": {
    subject: "Machine",
    severity: "error",
    fix: "Let both machines follow a time server (chrony, systemd-timesyncd).",
    alert: "SiteClockOff",
  },

  "advertised-price": { subject: "Prices", severity: "note", fix: "Advertise the lowest price of the table." },
  "two-set-ups": { subject: "Prices", severity: "note", fix: "Decide which of the two holds." },
  "two-trials": { subject: "Prices", severity: "note", fix: "Decide whether the banner may promise both." },
  "two-delays": { subject: "Prices", severity: "note", fix: "Decide which delay is promised." },
  "training-trial": { subject: "Prices", severity: "warning", fix: "Give that payment link its free days." },

  "unsupported-claim": { subject: "Claims", severity: "note", fix: "State source and date, or leave it unsaid." },
  "unpublishable-name": { subject: "Claims", severity: "note", fix: "State source, date and consent." },

  "left-out": { subject: "Left out", severity: "note", fix: "Fill it in, if you have it." },

  "backwards-window": { subject: "Dates", severity: "error", fix: "Correct its dates." },
  "ended-offer": { subject: "Dates", severity: "note", fix: "Give it new dates, or take it out." },
  "late-registration": { subject: "Dates", severity: "error", fix: "Correct `registrationUntil` or `heldOn`." },
  "held-conference": { subject: "Dates", severity: "note", fix: "Announce the next one, or take it out." },

  "missing-payment-link": { subject: "Payment links", severity: "warning", fix: "Make it at the payment provider." },
  "missing-custom-link": { subject: "Payment links", severity: "note", fix: "Set the link `custom`." },
  "missing-training-link": { subject: "Payment links", severity: "warning", fix: "Set the link `formation`." },
  "shared-payment-link": {
    subject: "Payment links",
    severity: "warning",
    fix: "Make a link for each price, unless the provider's page asks which.",
  },

  "billing-details": { subject: "Invoices", severity: "warning", fix: "Collect them on each payment page." },
  "electronic-reception": { subject: "Invoices", severity: "warning", fix: "Name the platform that receives them." },
  "electronic-issue": { subject: "Invoices", severity: "warning", fix: "Name who issues them." },
  "customer-siren": { subject: "Invoices", severity: "warning", fix: "Put it on the provider's customers." },

  "example-contact": { subject: "Site", severity: "error", fix: "Write the company's own." },
  "unplayable-media": { subject: "Site", severity: "error", fix: "Give a file that browsers play." },
  "borrowed-voices": { subject: "Site", severity: "warning", fix: "Record the company's own." },
  "site-setting": { subject: "Site", severity: "warning", fix: "Correct that setting." },

  "account-setting": { subject: "Accounts", severity: "warning", fix: "Correct that setting." },
  "no-administrator": { subject: "Accounts", severity: "error", fix: "Give `npm run admin -- create EMAIL`." },
  "without-second-factor": { subject: "Accounts", severity: "warning", fix: "Ask for it, or withdraw the right." },
  "two-spellings": { subject: "Accounts", severity: "warning", fix: "Merge or erase one of them." },
  "project-accounts": { subject: "Accounts", severity: "note", fix: "Look at the ways in of each administrator." },
  "other-ways-in": { subject: "Accounts", severity: "warning", fix: "Remove them in the project." },
  "project-away": { subject: "Accounts", severity: "error", fix: "Check SUPABASE_URL and the project's state." },
  "project-without-keys": {
    subject: "Accounts",
    severity: "error",
    fix: "Move it from the shared secret to signing keys (ES256 or RS256).",
  },
  "project-leads-elsewhere": {
    subject: "Accounts",
    severity: "error",
    fix: "Add the site's address, followed by /**, to its redirect addresses.",
  },
  "project-confirms-at-once": { subject: "Accounts", severity: "error", fix: "Switch on “Confirm email”." },
  "project-without-passkeys": {
    subject: "Accounts",
    severity: "warning",
    fix: "Say so in [auth.passkey], or switch them on.",
  },

  "other-payer": { subject: "Payments", severity: "warning", fix: "Look at « Paiements » in the desk." },
  "test-payment": { subject: "Payments", severity: "note", fix: "Dismiss it in « Paiements »." },
  "stray-payment": {
    subject: "Payments",
    severity: "warning",
    fix: "Attach or dismiss it in « Paiements ».",
    alert: "SitePaymentWaits",
  },
  "failed-renewal": {
    subject: "Payments",
    severity: "warning",
    fix: "Write to that customer, and settle it in the desk.",
    alert: "SiteRenewalFails",
  },
  "stray-incident": {
    subject: "Payments",
    severity: "warning",
    fix: "Look it up at the provider, then settle it in « Paiements ».",
  },

  "late-delivery": {
    subject: "Deliveries",
    severity: "error",
    fix: "Read what it is told in « Livraisons »; it is tried again by itself.",
    alert: "SiteDeliveriesLate",
  },
  "lost-delivery": {
    subject: "Deliveries",
    severity: "error",
    fix: "Send again in « Livraisons ».",
    alert: "SiteDeliveriesGivenUp",
  },
  "disabled-receiver": {
    subject: "Deliveries",
    severity: "error",
    fix: "Mend it, then send again in the desk.",
    alert: "SiteReceiverGone",
  },

  // What `npm run check:production` alone tries.
  "name-unresolved": { subject: "From outside", severity: "error", fix: "Point the name at the server (A, AAAA)." },
  "tls-refused": { subject: "From outside", severity: "error", fix: "Mend the proxy's certificate." },
  "tls-ends-soon": { subject: "From outside", severity: "warning", fix: "See why the proxy did not renew it." },
  "site-away": { subject: "From outside", severity: "error", fix: "Start the site, and see what the proxy passes on." },
  "site-in-the-clear": { subject: "From outside", severity: "warning", fix: "Let the proxy lead http: to https:." },
  "no-trusted-proxy": {
    subject: "From outside",
    severity: "warning",
    fix: "Set TRUSTED_PROXY to the proxy's address: without it all visitors count as one.",
  },
  "spf-missing": {
    subject: "From outside",
    severity: "error",
    fix: "Publish the record that the mail provider gives.",
  },
  "spf-wrong": { subject: "From outside", severity: "error", fix: "Publish one record, which ends with -all or ~all." },
  "dkim-missing": { subject: "From outside", severity: "error", fix: "Publish the key, or correct DKIM_SELECTOR." },
  "dkim-unset": { subject: "From outside", severity: "note", fix: "Set DKIM_SELECTOR, as the mail provider names it." },
  "dmarc-missing": { subject: "From outside", severity: "warning", fix: "Publish v=DMARC1; p=quarantine at _dmarc." },
  "dmarc-idle": { subject: "From outside", severity: "note", fix: "Ask for p=quarantine once reports show no loss." },
  "mail-refused": { subject: "From outside", severity: "error", fix: "Correct SMTP_URL or MAIL_FROM." },
  "payments-refused": {
    subject: "From outside",
    severity: "error",
    fix: "Start the site with the STRIPE_WEBHOOK_SECRET that is here, and see what the proxy passes on.",
  },
  "payments-unset": {
    subject: "From outside",
    severity: "note",
    fix: "Set STRIPE_WEBHOOK_SECRET once links are sold.",
  },
  "receiver-away": { subject: "From outside", severity: "error", fix: "See why the receiver does not answer." },
  "clock-off": {
    subject: "From outside",
    severity: "error",
    fix: "Let the machine set its clock (systemd-timesyncd).",
  },
  "clock-unknown": { subject: "From outside", severity: "note", fix: "Name a server that answers: --time-server." },
  "backup-folder": { subject: "From outside", severity: "error", fix: "Give the site's account that folder alone." },
  "backup-beside-data": {
    subject: "From outside",
    severity: "note",
    fix: "Copy it elsewhere each day: see the runbook.",
  },
  "restore-failed": { subject: "From outside", severity: "error", fix: "Make a new backup, and see what it says." },
  "restore-key-untried": {
    subject: "From outside",
    severity: "note",
    fix: "Give --identity FILE where the identity of the backups is kept.",
  },
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
