import * as z from "zod/mini";

import { siteDocumentShape } from "#domain/site/site-config.ts";
import { instantShape } from "#kit/instants.ts";

import { anything, type Contract, done } from "#domain/wire/contract.ts";

const oneByOne = { capacity: 120, perHour: 3600 };
const reason = z.string().check(
  z.overwrite((text) => text.trim()),
  z.minLength(1),
  z.maxLength(500),
);

const version = z.object({
  version: z.int(),
  source: z.enum(["file", "import", "desk", "return"]),
  /** E-mail of an administrator; null of a file, or of an account that is gone. */
  author: z.nullable(z.string()),
  reason: z.string(),
  made_at: z.string(),
  effective_at: z.string(),
  /** Taken back before it began. */
  withdrawn_at: z.nullable(z.string()),
  from_version: z.nullable(z.int()),
});
/** Instants are ISO 8601. */
export type SiteVersion = z.output<typeof version>;

const state = z.object({
  published: z.object({ version: z.int(), document: siteDocumentShape }),
  draft: z.nullable(z.object({ document: siteDocumentShape, seen_at: z.string(), author: z.nullable(z.string()) })),
  /** The newest first, a hundred at most. */
  versions: z.array(version),
  /** `SITE_CONFIG` or `PAYMENT_LINKS_FILE` says something else than what is published. */
  is_file_other: z.boolean(),
  /** Versions that have begun and cannot be shown; pages that could not be drawn, and are shown as they were. */
  refused_versions: z.array(z.int()),
  undrawn_pages: z.array(z.string()),
});
export type SiteState = z.output<typeof state>;

/** What is published, what is being prepared, and what was published before. */
export const siteSettingsCall = {
  name: "site-settings",
  by: "manager",
  limit: oneByOne,
  method: "GET",
  asked: anything,
  answer: state,
  refusals: [],
  audit: [],
} as const satisfies Contract;

/**
 * Changes the one draft, which begins as what is published. `seen_at`: of the draft that the author saw, null where
 * there was none; on another one nothing is written, and the refusal gives both values of each place that was asked
 * for.
 * Empty `set` with `discard`: there is no draft any more.
 */
export const saveSiteDraftCall = {
  name: "save-site-draft",
  by: "manager",
  limit: { capacity: 240, perHour: 7200 },
  asked: z.object({
    seen_at: z.nullable(instantShape),
    set: z
      .record(z.string().check(z.regex(/^[\w-]+(\.[\w-]+)*$/), z.maxLength(200)), z.unknown())
      .check(z.refine((set) => Object.keys(set).length <= 200)),
    discard: z.optional(z.literal(true)),
  }),
  answer: z.object({ seen_at: z.nullable(z.string()) }),
  refusals: ["draft_changed", "draft_malformed", "picture_unknown"],
  audit: ["site.draft_saved", "site.draft_discarded"],
} as const satisfies Contract;

const disagreement = z.object({ sentence: z.string(), path: z.optional(z.string()) });
export type SiteDisagreement = z.output<typeof disagreement>;

/** What keeps the draft from being published, in French. */
export const checkSiteDraftCall = {
  name: "check-site-draft",
  by: "manager",
  limit: { capacity: 20, perHour: 240 },
  asked: anything,
  answer: z.object({ disagreements: z.array(disagreement) }),
  refusals: ["no_draft"],
  audit: [],
} as const satisfies Contract;

/** At once, or at an instant to come: whatever happens to the server meanwhile, the version begins then. */
export const publishSiteCall = {
  name: "publish-site",
  by: "manager",
  limit: { capacity: 20, perHour: 240 },
  asked: z.object({ at: z.optional(z.nullable(instantShape)), reason, seen_at: z.optional(instantShape) }),
  answer: z.object({ version: z.int() }),
  refusals: [
    "no_draft",
    "draft_changed",
    "draft_disagrees",
    "past_instant",
    "version_waits",
    "reauthentication_needed",
  ],
  audit: ["site.published", "site.publication_refused"],
} as const satisfies Contract;

/** A new version, which says what that one said. */
export const returnToSiteVersionCall = {
  name: "return-to-site-version",
  by: "manager",
  limit: { capacity: 20, perHour: 240 },
  asked: z.object({ version: z.int(), reason }),
  answer: z.object({ version: z.int() }),
  refusals: ["unknown_version", "draft_changed", "version_waits", "draft_disagrees", "reauthentication_needed"],
  audit: ["site.returned", "site.publication_refused"],
} as const satisfies Contract;

/** A version that waits for its instant is taken back, and is the draft again where there is none. */
export const withdrawSiteVersionCall = {
  name: "withdraw-site-version",
  by: "manager",
  limit: { capacity: 20, perHour: 240 },
  asked: z.object({ version: z.int() }),
  answer: done,
  refusals: ["unknown_version"],
  audit: ["site.withdrawn"],
} as const satisfies Contract;

/** A picture for the site, as its file: JPEG, PNG, WebP or AVIF. A document then names it by what is answered. */
export const uploadPictureCall = {
  name: "upload-picture",
  by: "manager",
  limit: { capacity: 20, perHour: 120 },
  asked: z.pipe(z.custom<Blob | Uint8Array>(), z.instanceof(Uint8Array)),
  answer: z.object({ id: z.string(), width: z.int(), height: z.int() }),
  refusals: [
    "picture_unknown_kind",
    "picture_unreadable",
    "picture_too_many_pixels",
    "picture_too_large",
    "picture_space_full",
  ],
  audit: ["site.picture_sent"],
} as const satisfies Contract;
