import { days, type Duration, hours, months, years } from "#kit/duration.ts";

/**
 * How long each kind of data is kept: what the server removes by, what the privacy policy and the register say.
 *
 * Sources: legal, sections 4.1, 4.3 and 4.7; decisions 0017 and 0040.
 */
export const retention = {
  /** Of a lead that is no client's, since the last contact; and of what was sent under its e-mail from elsewhere. */
  contacts: months(6),
  /** Of a client, once the contract has ended. The site knows no end of a contract: the team decides by hand. */
  clientArchive: years(5),
  /** Of accounting papers, payments among them. */
  accounting: years(10),
  /** Of an invoice that no payment names. */
  unclaimedInvoice: days(30),
  customerSession: days(30),
  administratorSession: hours(8),
  knownDevice: days(90),
  /** Of an account whose address or phone was never confirmed, without a new sign-up. */
  unprovedAccount: days(30),
  /** Of an anonymous account, once its session has ended. */
  anonymousAccount: days(1),
  /** Of a sign-in at another provider that was not finished. */
  unfinishedSignIn: hours(1),
  /** As long as the longest link that may be mailed, and the code it is exchanged for. */
  mailedSignIn: days(8),
  secondFactorChallenge: hours(1),
  unfinishedFactor: days(1),
  mailedLink: hours(1),
  invitation: days(7),
  resumeLink: days(30),
  rateCounters: days(1),
  technicalLogs: days(7),
  deliveredContent: days(7),
  abandonedContent: days(30),
  deliveredLine: days(30),
  abandonedLine: days(90),
  consentChoice: months(6),
  /** After the agreement ended. */
  consentProof: years(5),
  /** Of an address on the waiting list of the conference, once the next one was announced: time to write to it. */
  announcedEdition: months(2),
  /** Of a click that accepted terms without an order or a payment that followed. */
  acceptedTerms: days(30),
  statistics: months(25),
  announcedSignIn: days(30),
  /** Of what a person of the team was told of a lead, at most: it goes with the lead. */
  notifications: days(90),
  liveEvents: hours(1),
  /** Of who was erased, by salted hash: longer than any backup that could bring them back. */
  erasures: months(25),
  /** The same, once it is on the list beside the backups. */
  listedErasures: days(30),
  auditLog: months(12),
} as const satisfies Record<string, Duration>;
