import * as z from "zod/mini";

import { funnelOffers, orderForms, type SoldOffer } from "#domain/kernel/lead.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { readUrl } from "#kit/read-url.ts";
import { recordOf } from "#kit/record-of.ts";
import { failed, ok, type Result } from "#kit/result.ts";

import { consentPurposes } from "./cookie-consent.ts";
import { recordingIds, sampledVoices } from "./media.ts";
import { isPricedByVolume, pricedThings } from "./prices.ts";
import { pictureLimits } from "./site-picture.ts";

/** How a value is written in a form, and the most characters that it takes. */
export type FieldFacts =
  | { kind: "line" | "area" | "address" | "picture"; max: number }
  | { kind: "day" | "hour" | "flag" }
  | { kind: "number" | "euros"; min: number; max: number }
  | { kind: "choice"; choices: readonly string[] };

/** What a form knows of each value of {@link siteDocumentShape} that is no object and no list. */
export const siteFields = z.registry<FieldFacts>();

/** What can be wrong with a value, beside what zod itself says of types, lengths and choices. */
const refusals = [
  "markup",
  "day",
  "hour",
  "address",
  "key",
  "volume",
  "twice",
  "description",
  "empty",
  "sameAddress",
  "articles",
] as const;
type Refusal = (typeof refusals)[number];

/** Texts are texts: pages escape them, and a tag in one is a mistake. Line ends are the only signs of control. */
const isPlain = (text: string) => !/<[a-z!/?]|\p{Surrogate}/iu.test(text) && !/[^\P{Cc}\n\t]/u.test(text);
const plain = z.refine<string>(isPlain, "markup" satisfies Refusal);
const oneLine = z.refine<string>((text) => !text.includes("\n"), "markup" satisfies Refusal);

/** Empty: not set. */
export const line = (max: number = maxLengths.line) =>
  z.string().check(z.maxLength(max), plain, oneLine).register(siteFields, { kind: "line", max });

/** Sentences, maybe in paragraphs. */
const area = (max: number = maxLengths.area) =>
  z.string().check(z.maxLength(max), plain).register(siteFields, { kind: "area", max });

/** An address of https; of http, on this very machine alone. Empty: not set. */
const address = (isGood = isWebAddress) =>
  z
    .string()
    .check(
      z.maxLength(maxLengths.url),
      z.refine<string>((text) => text === "" || isGood(text), "address" satisfies Refusal),
    )
    .register(siteFields, { kind: "address", max: maxLengths.url });

export function isWebAddress(text: string): boolean {
  const { protocol, hostname, username } = readUrl(/^\S+$/.test(text) && isPlain(text) ? text : "") ?? {};
  if (protocol === undefined || username !== "") return false;
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1)$/.test(hostname ?? ""));
}

/** Of this site, or another's. */
const isAnyAddress = (text: string) => /^\/(?!\/)[\w/#?=&.-]*$/.test(text) || isWebAddress(text);

export const day = () =>
  z
    .custom<CivilDate>((value) => typeof value === "string" && readCivilDate(value) !== undefined, "day")
    .register(siteFields, { kind: "day" });

const flag = () => z.boolean().register(siteFields, { kind: "flag" });

const whole = (min: number, max: number) =>
  z.int().check(z.gte(min), z.lte(max)).register(siteFields, { kind: "number", min, max });

/** A sum in cents. */
const euros = () =>
  z.int().check(z.gte(0), z.lte(100_000_00)).register(siteFields, { kind: "euros", min: 0, max: 100_000_00 });

/** Of what is sold: nothing is for free. */
const price = () =>
  z.int().check(z.gte(1), z.lte(100_000_00)).register(siteFields, { kind: "euros", min: 1, max: 100_000_00 });

export const choice = <const Choice extends string>(choices: readonly Choice[]) =>
  z.enum(choices).register(siteFields, { kind: "choice", choices });

const listOf = <Each extends z.core.$ZodType>(each: Each, most = 50) => z.array(each).check(z.maxLength(most));

const maybe = z.exactOptional;

const dayWindow = z.strictObject({ from: day(), to: day() });

/** As `upload-picture` answers it, with what it shows for those who do not see it. */
export const uploadedPicture = z.strictObject({
  id: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  width: z.int().check(z.gte(1), z.lte(pictureLimits.width)),
  height: z.int().check(z.gte(1), z.lte(pictureLimits.height)),
  alt: z.string().check(
    z.maxLength(300),
    plain,
    oneLine,
    z.refine((text) => text.trim() !== "", "description" satisfies Refusal),
  ),
});

/** One that was sent; or JPEG, PNG, WebP or AVIF, 60 KB at most, by its path from the configuration's file. */
const picture = z
  .union([z.string().check(z.maxLength(1000), plain, oneLine), uploadedPicture])
  .register(siteFields, { kind: "picture", max: 1000 });

const person = {
  name: line(),
  role: line(),
  /** The initials are shown without one. */
  picture: maybe(picture),
};

/** Where a statement can be checked, and since when. */
const support = { source: line(), date: line() };
const claim = z.strictObject({ figure: whole(0, 10_000_000), ...support });
/** `consent`: how and when the person or company agreed to be named on the site. */
const publication = { ...support, consent: line() };

/** Where customers are heard: each page of an offer by its name, but that of the follow-up. */
export type TestimonialPage = "home" | "training" | "followUp" | Exclude<SoldOffer, "suiviclient">;
const testimonialPages = [
  "home",
  "training",
  "followUp",
  "secretariat",
  "marketing",
  "closing",
  "conferences",
] as const satisfies TestimonialPage[];

const testimonial = z.strictObject({
  ...person,
  text: area(),
  /** The pages of its offer, where it comes first; without any, it is heard on all of them. */
  pages: maybe(listOf(choice(testimonialPages))),
  /** Its words shortened, for the page that shows them large. One for each page: the first in the list. */
  quotes: maybe(z.strictObject(recordOf(testimonialPages, () => maybe(line())))),
  /** Where they work. */
  town: maybe(line()),
  /** What changed, in one number: « 3 », « rendez-vous pris chaque matin ». */
  figure: maybe(z.strictObject({ number: line(20), unit: line() })),
  /** An address that tells how it went, of this site (`/blog/…`) or another. */
  caseUrl: maybe(address(isAnyAddress)),
  ...publication,
});

/** A logo, as of a person; the name in letters without one. */
const client = z.strictObject({ name: line(), picture: person.picture, ...publication });

/** A demonstration shows the specified ones without support; a real site shows none without. */
const claims = z.strictObject({
  /** « Plus de {figure} PME » */
  companies: maybe(claim),
  /** « Plus de {figure} organismes de formation » */
  trainingOrganisations: maybe(claim),
  /** « Une solution 100 % française » */
  madeInFrance: maybe(z.strictObject(support)),
  /** « Le plus populaire », over the plan of the secretariat */
  mostPopular: maybe(z.strictObject(support)),
  /** « Moins d’appels perdus, dès la première semaine » */
  fewerMissedCalls: maybe(z.strictObject(support)),
  testimonials: maybe(listOf(testimonial)),
  clients: maybe(listOf(client)),
});

/** An hour of a day, in Paris. */
const hour = () =>
  z
    .string()
    .check(z.refine<string>((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), "hour" satisfies Refusal))
    .register(siteFields, { kind: "hour" });

/** What has a text is a session, the rest a pause. */
const session = z.strictObject({ at: hour(), title: line(), text: maybe(area(1000)) });

/**
 * An edition of the conference. The team alone counts how many places are left. What is left out is not shown, but for
 * the programme, the price and the payment link, which are then those of every edition.
 */
const conference = z.strictObject({
  registrationUntil: day(),
  heldOn: day(),
  /** How many the room has. */
  seats: maybe(whole(1, 100_000)),
  /** Name and address, line by line. */
  venue: maybe(listOf(line(), 8)),
  /** What becomes of a place that is paid for and not taken, in one or two sentences. */
  terms: maybe(area(1000)),
  speakers: maybe(listOf(z.strictObject({ name: line(), role: line() }), 20)),
  /** In the order of the day. */
  programme: maybe(listOf(session, 30)),
  /** Of a place, excluding tax. */
  price: maybe(price()),
  paymentLink: maybe(address()),
});

/** Two on one day could not be told apart. */
const editions = listOf(conference).check(
  z.refine((each) => new Set(each.map(({ heldOn }) => heldOn)).size === each.length, "twice" satisfies Refusal),
);

/** From that day on, until the next of the same thing. In cents, excluding tax. `volume`: where each has a price. */
const priceChange = z
  .strictObject({
    from: day(),
    of: choice(pricedThings),
    volume: maybe(whole(1, 1_000_000)),
    price: price(),
  })
  .check(
    z.refine(({ of, volume }) => isPricedByVolume(of) === (volume !== undefined), {
      error: "volume" satisfies Refusal,
      path: ["volume"],
    }),
  );

export const weekDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/**
 * What a processor does for us.
 *
 * - `mail`: sends our mails
 * - `automation`: receives events of leads and sign-ins
 * - `payment`: takes payments on its own page
 * - `signIn`: the identity provider behind the Google button
 * - `audience`, `advertising`: measure, after consent
 * - `video`: plays the video, after a click
 * - `assistant`: telephony, voices and language models of the service itself
 */
const processorRoles = [
  "mail",
  "automation",
  "payment",
  "signIn",
  "audience",
  "advertising",
  "video",
  "assistant",
] as const;

const processor = z.strictObject({
  role: choice(processorRoles),
  name: line(),
  /** Where it handles the data: ISO 3166 code of two letters, such as FR. */
  country: line(60),
  /** What protects data sent outside the European Economic Area; empty inside it. */
  transferGuarantee: line(1000),
});

/**
 * Who publishes and hosts the site, and who else handles personal data, as French law wants them named. Empty text =
 * not set. Production does not start while one is empty.
 */
const legal = z.strictObject({
  company: line(),
  legalForm: line(),
  capitalEuros: z.number().check(z.gte(0), z.lte(1e12)).register(siteFields, { kind: "number", min: 0, max: 1e12 }),
  registeredOffice: line(),
  siren: line(20),
  registry: line(),
  vatNumber: line(100),
  publicationDirector: line(),
  /** `country`: ISO 3166 code of two letters, such as FR. */
  host: z.strictObject({ name: line(), address: line(), phone: line(40), country: maybe(line(2)) }),
  /** Day of the newest of these facts: the legal texts show it where it is later than that of their own version. */
  updatedOn: day(),
  /** How to reach the data protection officer, when there is one; the privacy policy says why when there is none. */
  dataProtectionOfficer: line(),
  /** Mediator for consumers. The service is for professionals, so there may be none: an empty name. */
  mediator: z.strictObject({ name: line(), address: line(), url: address() }),
  /** Everyone outside the company who receives personal data, the host apart. */
  processors: listOf(processor),
  /** The last audit against the RGAA by others; without one the site states its self-assessment. */
  accessibilityAudit: maybe(
    z.strictObject({
      on: day(),
      by: line(),
      ratePercent: z.number().check(z.gte(0), z.lte(100)).register(siteFields, { kind: "number", min: 0, max: 100 }),
    }),
  ),
});

const tracker = z.strictObject({
  /** With its id: of marketing, an image that is asked for; of analytics, where a page view is posted. */
  url: address(),
  /** What the partner says it does with the data. */
  policyUrl: address(),
  /** How long it recognises a browser: 13 months at most (guidelines of the CNIL on trackers, 2020-091). */
  lifeMonths: whole(1, 13),
  /** Cookies it leaves under our name, forgotten when the visitor changes their mind. */
  cookies: listOf(line(200)),
});

const path = () => line(1000);
/** `isSynthetic`: a machine's voice, which is said beside the player. */
const captionedFile = { file: path(), captions: path(), isSynthetic: flag() };
/** MP4, 2 minutes and 20 MB at most; a poster in AVIF, WebP, JPEG or PNG. */
const film = z.strictObject({ ...captionedFile, poster: path() });

/**
 * Recordings and films of the owner's instead of the demonstration's. Paths count from the configuration's file. Words
 * are in captions (WebVTT): each cue names its speaker, `<v L’assistante>`; the assistant, who answers, is the first.
 */
const media = z.strictObject({
  /** MP3, 90 seconds at most. */
  recordings: maybe(
    z.strictObject(
      recordOf(recordingIds, () => maybe(z.strictObject({ ...captionedFile, title: line(), scene: line() }))),
    ),
  ),
  /** MP3, 15 seconds at most. */
  voices: maybe(z.strictObject(recordOf(sampledVoices, () => maybe(z.strictObject({ file: path() }))))),
  film: maybe(film),
  marketingFilm: maybe(film),
});

/**
 * What a payment page sells: an offer, the follow-up for training bodies, or what was agreed apart. An offer of volumes
 * has a link for each (`each`), or may have one for all of them (`any`).
 */
const linkVolumes = {
  ...recordOf(funnelOffers, () => "any" as "any" | "each"),
  ...recordOf(orderForms, () => "none" as const),
  secretariat: "each",
  formation: "any",
  custom: "none",
} as const;
type LinkedSale = keyof typeof linkVolumes;
export const linkedSales = Object.keys(linkVolumes) as LinkedSale[];

export function isSoldByVolume(sale: LinkedSale): boolean {
  return linkVolumes[sale] !== "none";
}

/** `volume`: without one, the link serves all volumes. `asks`: the first payment that its page asks, in cents. */
const paymentLink = z
  .strictObject({
    sells: choice(linkedSales),
    volume: maybe(whole(1, 1_000_000)),
    url: address(),
    asks: maybe(euros()),
  })
  .check(
    z.refine(({ sells, volume }) => linkVolumes[sells] !== (volume === undefined ? "each" : "none"), {
      error: "volume" satisfies Refusal,
      path: ["volume"],
    }),
    z.refine(({ url }) => url !== "", { error: "address" satisfies Refusal, path: ["url"] }),
  );

/**
 * What the owner writes, in `SITE_CONFIG` or on the screen « Site »: contacts, links, legal identity, dated offers.
 * Empty text = not set.
 */
const siteConfigShape = z.strictObject({
  contact: z.strictObject({
    phone: line(40),
    email: line(),
    /** Free line on which visitors hear the assistant. */
    testLine: line(40),
    address: z.strictObject({ lines: listOf(line(), 8), mapUrl: address() }),
    /** Page on which a 30-minute call is booked; without it, the contact address serves. */
    bookingUrl: address(),
    social: listOf(z.strictObject({ name: line(), url: address() })),
    /** When the team answers. */
    hours: maybe(listOf(z.strictObject({ days: listOf(choice(weekDays), 7), opens: hour(), closes: hour() }), 14)),
  }),
  /** Where to report a vulnerability: an e-mail address or a URL. By default the contact address. */
  security: maybe(z.strictObject({ contact: line(maxLengths.url) })),
  legal,
  paymentProvider: line(),
  /** How the payment provider's pages are set up, as their owner confirms. */
  payment: maybe(
    z.strictObject({
      /** Whether they ask for a card while nothing is due; nothing is said of it without. */
      card: maybe(choice(["asked", "not-asked"])),
      /** They ask for a name, an address and tax numbers, which an invoice to a business names. */
      billingDetails: maybe(choice(["collected"])),
    }),
  ),
  /**
   * How electronic invoices of French businesses are received and sent, as the owner decided. What is left out is not
   * decided yet: `npm run doctor` names it.
   */
  electronicInvoicing: maybe(
    z.strictObject({
      /** The approved platform on which invoices of suppliers arrive. */
      reception: maybe(line()),
      /** Who issues ours, such as an approved platform that the provider transmits them to; said to customers. */
      issue: maybe(line()),
      /** That the SIREN of a business customer is written on the customer of the payment provider's. */
      customerSiren: maybe(choice(["at-provider"])),
    }),
  ),
  /** Page of the payment provider's on which customers sign in to all their invoices; not shown without. */
  customerPortal: maybe(address()),
  /** Who we are, in this order; the section is left out without. */
  people: maybe(listOf(z.strictObject(person))),
  /** Who signs articles, by the key they name (`author` in `subjects/blog`); the company signs the others. */
  authors: maybe(z.record(z.string().check(z.regex(/^[a-z][\w-]{0,40}$/, "key")), z.strictObject(person))),
  /**
   * Who is contacted once the visitor agrees, and by that purpose only; none where the address is empty. The partner
   * is named by `legal.processors`: role `advertising` for marketing, `audience` for analytics.
   */
  trackers: maybe(z.strictObject(recordOf(consentPurposes, () => tracker))),
  /**
   * Whether a lead stores the campaign and the site that its first and its last visit came from. Needs consent for
   * `analytics`; kept in the browser's session storage, and sent to this site only.
   */
  attribution: maybe(flag()),
  /** The calendars that the secretariat reads; no page says that it reads one without. */
  calendars: maybe(
    listOf(
      z.strictObject({
        /** The one that customers know. */
        name: line(),
        /** Customers themselves, or our team when the line is set up. */
        connectedBy: choice(["you", "us"]),
      }),
    ),
  ),
  /** Where companies are looked up by name or SIREN, as recherche-entreprises.api.gouv.fr; nowhere without. */
  companyRegister: maybe(address()),
  /** Left out as a whole, or `{}`: no dated offer. */
  offers: z._default(
    z.strictObject({
      promotion: maybe(dayWindow),
      closingFreeSetUp: maybe(dayWindow),
      /** As files of before say it: read as one of `conferences`. */
      conference: maybe(conference),
      /** In any order, each known by its day. Pages show the next one, or the last. Without any there is no page. */
      conferences: maybe(editions),
      /** Above the prices of the code, which are the first. */
      prices: maybe(listOf(priceChange, 200)),
    }),
    {},
  ),
  /** Recordings and films of the owner's; those of the demonstration where it is left out. */
  media: maybe(media),
  /** One line above the header, in place of that of the promotion. */
  announcement: maybe(z.strictObject({ text: line(160), link: maybe(address(isAnyAddress)), from: day(), to: day() })),
  /**
   * Questions of the pages, before those of the code. One that the code asks too takes its place: with another answer,
   * in this order, or hidden.
   */
  questions: maybe(
    listOf(
      z.strictObject({
        page: choice(testimonialPages),
        question: line(),
        answer: maybe(area()),
        isHidden: maybe(flag()),
      }),
      200,
    ),
  ),
  /** What the pages state of us, each with what supports it: what has no source or no date is not shown. */
  claims: maybe(claims),
});

export type SiteConfig = z.infer<typeof siteConfigShape>;

/** Of an article: small letters and digits, in words that hyphens join. */
const slug = () =>
  z
    .string()
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "key"), z.maxLength(80))
    .register(siteFields, { kind: "line", max: 80 });
/**
 * Where an article of the desk stands, `/blog/<slug>`; which text it is (`article-content.ts`); and the addresses at
 * which it stood before, which lead to it.
 */
const articlePlace = z.strictObject({
  slug: slug(),
  content: z
    .string()
    .check(z.regex(/^[0-9a-f]{32}$/))
    .register(siteFields, { kind: "line", max: 32 }),
  former: maybe(listOf(slug(), 20)),
});
export type ArticlePlace = z.infer<typeof articlePlace>;

/** Whether a value of a document is where an article stands: one value, though it has parts. */
export function isArticlePlace(value: unknown): value is ArticlePlace {
  return articlePlace.safeParse(value).success;
}

const articles = z.record(z.string().check(z.regex(/^[a-z][\w-]{0,40}$/, "key")), articlePlace).check(
  z.refine((places) => Object.keys(places).length <= 2000, "articles" satisfies Refusal),
  z.refine((places) => {
    const slugs = Object.values(places).map((each) => each.slug);
    return new Set(slugs).size === slugs.length;
  }, "sameAddress" satisfies Refusal),
);

/**
 * All that is kept as one version of the site: the configuration, and the links that `PAYMENT_LINKS_FILE` gives until
 * then. Volumes without a link are not yet available.
 */
export const siteDocumentShape = z.extend(siteConfigShape, {
  paymentLinks: maybe(listOf(paymentLink, 200)),
  /** Those that were written in the desk, by a key of their own. */
  articles: maybe(articles),
});
export type SiteDocument = z.infer<typeof siteDocumentShape>;

export type AnnouncedLine = NonNullable<SiteConfig["announcement"]>;
export type OwnQuestion = NonNullable<SiteConfig["questions"]>[number];
export type AnsweringHours = NonNullable<SiteConfig["contact"]["hours"]>;
export type MediaConfig = z.infer<typeof media>;
export type FilmConfig = z.infer<typeof film>;
export type Person = NonNullable<SiteConfig["people"]>[number];
export type Calendars = NonNullable<SiteConfig["calendars"]>;
export type Conference = z.infer<typeof conference>;
export type Support = z.infer<z.ZodMiniObject<typeof support>>;
export type Publication = Support & { consent: string };
export type Testimonial = z.infer<typeof testimonial>;
export type CaseFigure = NonNullable<Testimonial["figure"]>;
export type PaymentLinkEntry = z.infer<typeof paymentLink>;

/** What is wrong with one value. `path`: « offers.promotion.from », « people.0.name »; empty for the whole. */
export type SiteMistake = {
  path: string;
  code: Refusal | "missing" | "type" | "choice" | "unknown" | "long" | "many" | "small" | "large";
  /** Most characters or entries, or the least or largest number. */
  limit?: number;
};

/** Reads what was written by hand, sent or stored. All mistakes at once, in the order of the shape. */
export function readSiteDocument(written: unknown): Result<SiteDocument, SiteMistake[]> {
  const read = readShape(siteDocumentShape, written);
  return read.ok ? ok(withEditions(read.value)) : read;
}

export function readShape<Shape extends z.ZodMiniType>(
  shape: Shape,
  written: unknown,
): Result<z.output<Shape>, SiteMistake[]> {
  const read = shape.safeParse(written, { reportInput: true });
  return read.success ? ok(read.data) : failed(read.error.issues.flatMap(mistakesOf));
}

/** One edition becomes a list of one; of two of one day, the list has the last word. */
function withEditions(document: SiteDocument): SiteDocument {
  const { conference: single, ...offers } = document.offers;
  if (single === undefined) return document;
  const { conferences = [] } = offers;
  const isListed = conferences.some(({ heldOn }) => heldOn === single.heldOn);
  return { ...document, offers: { ...offers, conferences: isListed ? conferences : [single, ...conferences] } };
}

function refusalOf(message: string): SiteMistake["code"] {
  return refusals.find((each) => each === message) ?? "type";
}

function mistakesOf(issue: z.core.$ZodIssue): SiteMistake[] {
  const at = issue.path.map(String).join(".");
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: at === "" ? key : `${at}.${key}`, code: "unknown" }));
    case "invalid_value":
      return [{ path: at, code: issue.input === undefined ? "missing" : "choice" }];
    case "too_big": {
      const kinds: Record<string, SiteMistake["code"]> = { string: "long", array: "many" };
      return [{ path: at, code: kinds[issue.origin] ?? "large", limit: Number(issue.maximum) }];
    }
    case "too_small":
      return [{ path: at, code: "small", limit: Number(issue.minimum) }];
    case "custom":
      return [{ path: at, code: issue.input === undefined ? "missing" : refusalOf(issue.message) }];
    case "invalid_union":
      return mistakesOfUnion(issue);
    case "invalid_key":
      return [{ path: at, code: "key" }];
    default:
      return [{ path: at, code: issue.input === undefined ? "missing" : "type" }];
  }
}

/** Those of the alternative that is meant: the one of which it has the type. */
function mistakesOfUnion({ path, errors, input }: z.core.$ZodIssueInvalidUnion): SiteMistake[] {
  const hasAnotherType = (issue: z.core.$ZodIssue) => issue.code === "invalid_type" && issue.path.length === 0;
  const meant = errors.find((issues) => !issues.some(hasAnotherType));
  if (meant) return meant.flatMap((issue) => mistakesOf({ ...issue, path: [...path, ...issue.path] }));
  return [{ path: path.map(String).join("."), code: input === undefined ? "missing" : "type" }];
}
