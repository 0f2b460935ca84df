import type { FunnelOffer } from "#domain/kernel/lead.ts";

export const voices = ["feminin", "masculin"] as const;
export type Voice = (typeof voices)[number];

export const intentions = ["informer", "rdv", "exhaustif", "questionner", "autres"] as const;
export type Intention = (typeof intentions)[number];

export const openingHours = ["24h", "9h-17h", "17h-9h", "autres"] as const;
export type OpeningHours = (typeof openingHours)[number];

/** Prospects to contact each month. */
export const prospectsRanges = ["0-500", "500-1000", "1000-5000", "5000-20000", "20000+"] as const;
export type ProspectsRange = (typeof prospectsRanges)[number];

export const clientsRanges = ["100-1000", "1000-5000", "5000-10000", "10000-20000", "20000+"] as const;
export type ClientsRange = (typeof clientsRanges)[number];

/** What a visitor answers in a funnel. Empty text, empty list and 0 calls mean "not answered yet". */
export type FunnelAnswers = {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  companyName: string;
  businessType: string;
  callConsent: boolean;
  voice: Voice | "";
  welcomeMessage: string;
  knowledgeBaseUrl: string;
  /** The optional text as typed; what is stored and sent as `knowledgeBaseText` is composed from it. */
  knowledgeBaseOwnText: string;
  intention: Intention | "";
  intentionDetail: string;
  /** One code, or `autres` and the visitor's own words. */
  businessHours: string[];
  /** Calls per DAY: the specification gave the key this name (section 3). */
  callsPerMonth: number;
  activeClientsPerMonth: number;
  clientFollowupGoals: string;
  prospectsPerMonth: ProspectsRange | "";
  currentClients: ClientsRange | "";
  marketingNeeds: string;
};

export type FunnelStep = 1 | 2 | 3 | 4 | 5;

/** The value of the local storage key `funnel_state`. Names and defaults: specification, section 3. */
export type FunnelState = FunnelAnswers & {
  version: typeof stateVersion;
  /** ISO 8601. */
  savedAt: string;
  funnel: FunnelOffer;
  step: FunnelStep;
  knowledgeBaseText: string;
  /** In euros, for display only: nothing reads a price back from a browser. */
  price: number;
  /** The tier chosen with `?volume=` or with the slider; null while nobody chose. Each funnel has its own. */
  volume: number | null;
  /** Problem codes by field; `submission` when the server refused the answers. */
  formErrors: Record<string, string>;
  idempotencyKeys: Partial<Record<FunnelOffer, string>>;
  /** ISO 8601. */
  paymentStartedAt: string | null;
};

export const stateVersion = 1;

export const emptyAnswers: FunnelAnswers = {
  email: "",
  firstName: "",
  lastName: "",
  phone: "",
  companyName: "",
  businessType: "",
  callConsent: false,
  voice: "",
  welcomeMessage: "",
  knowledgeBaseUrl: "",
  knowledgeBaseOwnText: "",
  intention: "",
  intentionDetail: "",
  businessHours: [],
  callsPerMonth: 0,
  activeClientsPerMonth: 50,
  clientFollowupGoals: "",
  prospectsPerMonth: "",
  currentClients: "",
  marketingNeeds: "",
};

/** Initial price of the specification; replaced as soon as step 3 is entered. */
const initialPrice = 197;

/** @param idempotencyKey key of the first submission; empty on the server, where nothing is submitted */
export function freshState(funnel: FunnelOffer, { now, newKey }: { now: Date; newKey: string }): FunnelState {
  return {
    ...emptyAnswers,
    version: stateVersion,
    savedAt: now.toISOString(),
    funnel,
    step: 1,
    knowledgeBaseText: "",
    price: initialPrice,
    volume: null,
    formErrors: {},
    idempotencyKeys: { [funnel]: newKey },
    paymentStartedAt: null,
  };
}
