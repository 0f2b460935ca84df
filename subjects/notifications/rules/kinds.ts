/**
 * Of what the people of the team are told, in the order of the screen. What each is by default, and whether quiet hours
 * hold it back, says `private.notification_kinds` of the database; a test compares the names.
 */
export const notificationKinds = [
  "lead",
  "owner",
  "mention",
  "callback",
  "payment",
  "debit",
  "answers",
  "site",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const mailModes = ["never", "at_once", "digest"] as const;
export type MailMode = (typeof mailModes)[number];

/** How a person wants to hear of one kind. */
export type KindChoice = { desk: boolean; browser: boolean; mail: MailMode };
