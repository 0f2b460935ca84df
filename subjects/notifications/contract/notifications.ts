import * as z from "zod/mini";

import { shownText } from "#domain/kernel/text-rules.ts";
import type { Contract, ProcedureContract } from "#domain/wire/contract.ts";
import { alertIds } from "#subjects/operations/rules/doctor-finding.ts";
import { mailModes, type NotificationKind, notificationKinds } from "#subjects/notifications/rules/kinds.ts";

const shown = z.nullable(shownText);

const siteAlert = z.object({ id: z.enum(alertIds), about: shownText, isOver: z.boolean() });

const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  at: z.string(),
  /** Null where one act was about several leads. */
  lead_id: z.nullable(z.string()),
  /** A hundred stands for more. */
  lead_count: z.int(),
  lead_name: shown,
  /** The colleague who did it; null: a visitor, or the server. */
  actor_email: shown,
  is_read: z.boolean(),
  /** Of kind `site`. */
  alert: z.nullable(siteAlert),
});
/** What one person was told. Instants are ISO 8601. */
export type Notification = z.output<typeof notification>;

/** One's own, the newest hundred. */
export const listNotificationsCall = {
  procedure: "list_notifications",
  by: "reader",
  asked: z.object({}),
  answer: z.array(notification),
} as const satisfies ProcedureContract;

/** These are read, or all. How many were not yet. */
export const readNotificationsCall = {
  procedure: "read_notifications",
  by: "reader",
  asked: z.object({ ids_param: z.optional(z.array(z.string())) }),
  answer: z.int(),
} as const satisfies ProcedureContract;

/** Those that no browser has shown yet: each is given once. */
export const takeBrowserNotificationsCall = {
  procedure: "take_browser_notifications",
  by: "reader",
  asked: z.object({}),
  answer: z.array(notification),
} as const satisfies ProcedureContract;

const kindChoice = z.object({ desk: z.boolean(), browser: z.boolean(), mail: z.enum(mailModes) });
const hour = z.int().check(z.minimum(0), z.maximum(23));

const choices = z.object({
  kinds: z.object({
    lead: kindChoice,
    owner: kindChoice,
    mention: kindChoice,
    callback: kindChoice,
    payment: kindChoice,
    debit: kindChoice,
    answers: kindChoice,
    site: kindChoice,
  } satisfies Record<NotificationKind, typeof kindChoice>),
  /** Hours in Paris, from this one until the other; equal, there are none. */
  quiet_from: hour,
  quiet_until: hour,
  digest_hour: hour,
});
export type NotificationChoices = z.output<typeof choices>;

export const ownNotificationChoicesCall = {
  procedure: "own_notification_choices",
  by: "reader",
  asked: z.object({}),
  answer: choices,
} as const satisfies ProcedureContract;

/** One's own, all of them. */
export const setNotificationsCall = {
  name: "set-notifications",
  by: "reader",
  limit: { capacity: 240, perHour: 2400 },
  asked: choices,
  answer: z.object({}),
  refusals: [],
  audit: [],
} as const satisfies Contract;
