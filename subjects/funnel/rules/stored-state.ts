import type { Prices } from "#domain/site/prices.ts";
import * as z from "zod/mini";

import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { presentOnly } from "#kit/present-only.ts";

import { type FunnelAnswers, freshState, type FunnelState, type FunnelStep, stateVersion } from "./answers.ts";
import { openingHours } from "./choices.ts";
import { composeKnowledgeBaseText, splitKnowledgeBaseText } from "./knowledge-base-text.ts";
import { shownPriceInEuros } from "./offer-rules.ts";
import { funnelQuestions, type Kind, maxLengthOf, type PartQuestion, questionOf } from "./questions.ts";
import { isFunnelStep, reachableStep } from "./steps.ts";

const lifeMs = 30 * 24 * 60 * 60 * 1000;

/** The value, or what replaces it when it is not what it should be. */
const orElse = z.catch;

/** Each field is repaired on its own: one that is not what it should be reads as not answered. */
const text = (maxLength: number) =>
  z.pipe(
    orElse(z.string(), ""),
    z.transform((value) => value.slice(0, maxLength)),
  );
const uuid = orElse(z.optional(z.uuid()), undefined);
const instant = orElse(z.nullable(z.iso.datetime()), null);
const count = (missing: number) => orElse(z.int().check(z.nonnegative(), z.maximum(1_000_000)), missing);

/** The parts may be missing: then the composed text says what they were. */
type StoredAnswers = Omit<FunnelAnswers, PartQuestion> &
  Record<PartQuestion, string | undefined> &
  Pick<FunnelState, "knowledgeBaseText">;

const storedAnswers = Object.fromEntries(
  [...funnelQuestions, "knowledgeBaseText" as const].map((key) => {
    const { kind, partOf } = questionOf(key);
    return [key, partOf ? z.optional(repaired(kind)) : repaired(kind)];
  }),
) as { [Key in keyof StoredAnswers]: z.ZodMiniType<StoredAnswers[Key]> };

function repaired(kind: Kind): z.ZodMiniType {
  switch (kind.type) {
    case "choice":
      return orElse(z.enum([...kind.choices, ""]), "");
    case "count":
      return count(kind.initial);
    case "hours":
      return orElse(z.array(z.string()), []);
    default:
      return text("maxLength" in kind ? kind.maxLength : 0);
  }
}

const keysByOffer = Object.fromEntries(funnelOffers.map((offer) => [offer, uuid])) as Record<FunnelOffer, typeof uuid>;

const storedState = z.object({
  ...storedAnswers,
  step: z.custom<FunnelStep>(isFunnelStep),
  version: z.optional(z.literal(stateVersion)),
  savedAt: instant,
  funnel: orElse(z.optional(z.enum(funnelOffers)), undefined),
  callConsent: orElse(z.boolean(), false),
  reminderConsent: orElse(z.boolean(), false),
  volume: orElse(z.nullable(z.int().check(z.positive())), null),
  formErrors: orElse(z.object({ submission: z.optional(z.enum(["refused", "unsaved"])) }), {}),
  idempotencyKeys: orElse(z.object(keysByOffer), {}),
  paymentStartedAt: instant,
});

type Context = {
  offer: FunnelOffer;
  now: Date;
  newKey: string;
  prices: Prices;
  /** What this tab shows already, when another tab wrote the text. */
  shown?: FunnelState | undefined;
};

/**
 * The state a funnel opens with: what is stored, when it can still be trusted, brought back to the first step with a
 * missing answer; else a fresh one, silently. A `password` someone put there is not read, and neither is a price.
 *
 * Source: specification, section 3; resolutions, section 6 (30 days, another funnel resumes at step 3 at the latest).
 *
 * @param stored the text of the key `funnel_state`, null when absent
 */
export function readFunnelState(stored: string | null, { offer, now, newKey, shown, prices }: Context): FunnelState {
  const parsed = storedState.safeParse(parseJson(stored));
  const fresh = freshState(offer, { now, newKey });
  if (!parsed.success || !isAlive(parsed.data.savedAt, now)) return fresh;

  const { savedAt, funnel, step, volume, formErrors, paymentStartedAt, idempotencyKeys, ...fields } = parsed.data;
  const answers = { ...fields, ...readKnowledgeBase(fields), businessHours: readHours(fields.businessHours) };
  const isSameFunnel = funnel === undefined || funnel === offer;
  // Where one stands, and what was sent or paid, is each funnel's own.
  const place = isSameFunnel
    ? { step, volume, formErrors, paymentStartedAt }
    : { ...(shown ?? fresh), step: shown?.step ?? (Math.min(step, 3) as FunnelStep) };
  const openStep = reachableStep(place.step, answers, offer);

  return {
    ...fresh,
    ...answers,
    savedAt: savedAt ?? fresh.savedAt,
    step: openStep,
    volume: place.volume,
    price: openStep < 3 ? fresh.price : shownPriceInEuros(offer, answers, prices),
    knowledgeBaseText: composeKnowledgeBaseText(answers),
    formErrors: place.formErrors.submission ? { submission: place.formErrors.submission } : {},
    idempotencyKeys: { ...presentOnly(idempotencyKeys), [offer]: idempotencyKeys[offer] ?? newKey },
    paymentStartedAt: place.paymentStartedAt,
    version: stateVersion,
  };
}

function parseJson(stored: string | null): unknown {
  if (stored === null) return undefined;
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}

/** A missing date is tolerated, and one ahead, of a wrong clock: no farther than a life, or it would not end. */
function isAlive(savedAt: string | null, now: Date): boolean {
  if (savedAt === null) return true;
  const ageMs = now.getTime() - new Date(savedAt).getTime();
  return Math.abs(ageMs) <= lifeMs;
}

function readHours([code, detail]: string[]): string[] {
  if (!code || !(openingHours as readonly string[]).includes(code)) return [];
  return code === "autres" && detail ? [code, detail.slice(0, maxLengthOf("businessHours"))] : [code];
}

type StoredKnowledge = Pick<StoredAnswers, "intention" | "knowledgeBaseText" | PartQuestion>;

/** The two extra keys may be missing: then the composed text says what they were. */
function readKnowledgeBase(stored: StoredKnowledge) {
  const composed = splitKnowledgeBaseText(stored.knowledgeBaseText, stored.intention);
  return {
    intentionDetail: stored.intentionDetail ?? composed.intentionDetail.slice(0, maxLengthOf("intentionDetail")),
    knowledgeBaseOwnText:
      stored.knowledgeBaseOwnText ?? composed.knowledgeBaseOwnText.slice(0, maxLengthOf("knowledgeBaseOwnText")),
  };
}
