/** What a visitor may allow or refuse, besides what the site cannot do without. */
export const consentPurposes = ["marketing", "analytics"] as const;
export type CookiePurpose = (typeof consentPurposes)[number];

/** The purposes that the banner asks consent for: those with a tracker, and `analytics` for attribution. */
export function askedPurposes({ trackers, attribution }: AskedFor): CookiePurpose[] {
  return consentPurposes.filter((purpose) => trackers[purpose] || (purpose === "analytics" && attribution));
}

type AskedFor = { trackers: Partial<Record<CookiePurpose, unknown>>; attribution: boolean };

/** The visitor's answer, as kept in the browser under `cookieConsentChoices` and sent to the server as its proof. */
export type ConsentChoices = Record<CookiePurpose, boolean> & {
  /** Random, tied to nothing else: finds the proof of this browser. */
  id: string;
  /** Of the text and the partners that were shown. */
  version: string;
  /** ISO 8601. */
  date: string;
};

/** The answer as read back; without an id, only yes or no was kept, and it counts as given today. */
export type StoredConsent = Omit<ConsentChoices, "id"> & { id: string | undefined };

const dayMs = 24 * 60 * 60 * 1000;
/** Six months, whichever months they are, for an acceptance as for a refusal. */
export const consentLifeMs = 182 * dayMs;
/** Clocks of two devices differ; a date beyond this is no answer of ours. */
const clockToleranceMs = dayMs;

/**
 * The answer that still holds.
 *
 * @returns undefined when the visitor must be asked: nothing readable, too old, or given to another text
 */
export function readStoredConsent(
  { answer, choices }: { answer: string | null; choices: string | null },
  { version, asked, now }: { version: string; asked: readonly CookiePurpose[]; now: Date },
): StoredConsent | undefined {
  if (answer !== "accepted" && answer !== "rejected") return undefined;
  const isAccepted = answer === "accepted";
  if (choices === null) {
    const isGiven = (purpose: CookiePurpose) => isAccepted && asked.includes(purpose);
    const date = now.toISOString();
    return { id: undefined, version, date, analytics: isGiven("analytics"), marketing: isGiven("marketing") };
  }

  const read = readChoices(choices);
  if (read === undefined || read.version !== version) return undefined;
  if (asked.every((purpose) => read[purpose]) !== isAccepted) return undefined;
  const ageMs = now.getTime() - Date.parse(read.date);
  return ageMs < consentLifeMs && ageMs > -clockToleranceMs ? read : undefined;
}

function readChoices(text: string): ConsentChoices | undefined {
  try {
    const read: Partial<Record<keyof ConsentChoices, unknown>> | null = JSON.parse(text);
    const { id, version, date, analytics, marketing } = read ?? {};
    const isWhole =
      typeof id === "string" &&
      typeof version === "string" &&
      typeof date === "string" &&
      typeof analytics === "boolean" &&
      typeof marketing === "boolean";
    return isWhole ? { id, version, date, analytics, marketing } : undefined;
  } catch {
    return undefined;
  }
}

/** The four signals of Consent Mode. */
export type ConsentSignals = Record<
  "analytics_storage" | "ad_storage" | "ad_user_data" | "ad_personalization",
  "granted" | "denied"
>;

/** An entry of `window.dataLayer`, in the order and with the names of `gtag("consent", …)`. */
export type ConsentCommand = ["consent", "default" | "update", ConsentSignals];

export function consentCommand(
  kind: "default" | "update",
  { analytics, marketing }: Record<CookiePurpose, boolean>,
): ConsentCommand {
  const ads = marketing ? "granted" : "denied";
  return [
    "consent",
    kind,
    {
      analytics_storage: analytics ? "granted" : "denied",
      ad_storage: ads,
      ad_user_data: ads,
      ad_personalization: ads,
    },
  ];
}
