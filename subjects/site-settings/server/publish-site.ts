import type { SiteDocument } from "#domain/site/site-config.ts";
import { dayInParis, dayOfSite } from "#kit/civil-date.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { checkAdministrator, type UnverifiedCaller } from "#engine/auth/administration/administrator.ts";
import { readTeam } from "#engine/auth/administration/team.ts";
import { freshProofMs } from "#engine/auth/sessions/sessions.ts";
import type { Tx } from "#engine/db/database.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { ServerContext } from "#server/context/context.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { type VersionSource, writeVersion } from "#server/site-versions/stored-versions.ts";
import {
  publishSiteCall,
  returnToSiteVersionCall,
  withdrawSiteVersionCall,
} from "#subjects/site-settings/contract/site-settings.ts";
import { changesBetween, hostsIn, isSensitive } from "#subjects/site-settings/rules/document-changes.ts";
import { keepPrices } from "#subjects/site-settings/rules/kept-prices.ts";
import { sayInstant } from "#subjects/site-settings/words/site-changed-mail.ts";
import { sayPlace } from "#subjects/site-settings/words/site-fields.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";
import { readSiteDocument } from "#domain/site/site-config.ts";

import { checkDocument } from "./check-document.ts";
import { dropDraft, isSeen, readSiteDraft, readPublished, writeDraft } from "./stored-draft.ts";

/** What is to be published, as it was seen before it was compared. */
type Wish = {
  document: SiteDocument;
  source: Extract<VersionSource, "desk" | "return">;
  reason: string;
  at: Date | undefined;
  fromVersion?: number;
  /** Of the draft. */
  seenAt?: string;
};

type Refusal = "draft_disagrees" | "version_waits" | "draft_changed" | "reauthentication_needed";

/** Comparing takes seconds, and so happens between two transactions: the second may still refuse. */
class Refused extends Error {
  readonly code: Refusal;
  readonly status: 403 | 409;

  constructor(code: Refusal) {
    super(code);
    this.code = code;
    this.status = code === "reauthentication_needed" ? 403 : 409;
  }
}

const readThrown = (error: unknown) =>
  error instanceof Refused ? { status: error.status, code: error.code } : undefined;

/** Shared by the two functions that publish. */
const ofPublication = {
  sentences: siteProblems,
  readThrown,
  audit: (outcome: Result<unknown, { code: string }>) =>
    outcome.ok ? undefined : { action: "site.publication_refused" as const, detail: { code: outcome.problem.code } },
  answer: ({ version }: { version: number }) => ({ version }),
};

/** `POST /publish-site`: `{"reason", "at"?, "seen_at"?}`. */
export const publishSite = administratorFunction(publishSiteCall, {
  ...ofPublication,
  async act(tx, call, { at, reason, seen_at: seenAt }) {
    const draft = await readSiteDraft(tx);
    if (!draft) return failed({ status: 404, code: "no_draft" } as const);
    if (seenAt !== undefined && !isSeen(draft, seenAt)) return failed({ status: 409, code: "draft_changed" } as const);
    if (at && Date.parse(at) <= call.now.getTime()) return failed({ status: 400, code: "past_instant" } as const);
    const wish: Wish = {
      document: draft.document,
      source: "desk",
      reason,
      at: at ? new Date(at) : undefined,
      seenAt: draft.seenAt.toISOString(),
    };
    return publishAfterCommit(tx, call, wish);
  },
});

/** `POST /return-to-site-version`: `{"version", "reason"}`. */
export const returnToSiteVersion = administratorFunction(returnToSiteVersionCall, {
  ...ofPublication,
  async act(tx, call, { version, reason }) {
    const { rows } = await tx.query<{ document: unknown }>(
      `select document from private.site_versions
       where version = $1 and effective_at <= now() and withdrawn_at is null`,
      [version],
    );
    const read = rows[0] && readSiteDocument(rows[0].document);
    if (!read?.ok) return failed({ status: 404, code: "unknown_version" } as const);
    const wish: Wish = { document: read.value, source: "return", reason, at: undefined, fromVersion: version };
    return publishAfterCommit(tx, call, wish);
  },
});

/** `POST /withdraw-site-version`: `{"version"}`, of one that waits for its instant. */
export const withdrawSiteVersion = administratorFunction(withdrawSiteVersionCall, {
  sentences: siteProblems,
  async act(tx, { caller }, { version }) {
    const draft = await readSiteDraft(tx, { lock: true });
    const { rows } = await tx.query<{ document: unknown }>(
      `update private.site_versions set withdrawn_at = now()
       where version = $1 and effective_at > now() and withdrawn_at is null returning document`,
      [version],
    );
    const read = rows[0] && readSiteDocument(rows[0].document);
    if (!rows[0]) return failed({ status: 404, code: "unknown_version" } as const);
    if (!draft && read?.ok) await writeDraft(tx, read.value, caller.userId);
    return ok(version);
  },
  audit: (outcome) => (outcome.ok ? { action: "site.withdrawn", detail: { version: outcome.value } } : undefined),
  answer: () => ({}),
});

type Asker = { caller: UnverifiedCaller; now: Date };
type Publishing = Asker & { context: ServerContext; afterCommit: (step: () => Promise<void>) => void };

/** Asks for the proof at once, and publishes when this transaction is over: comparing takes seconds. */
async function publishAfterCommit(tx: Tx, { context, caller, now, afterCommit }: Publishing, asked: Wish) {
  const { settings } = context;
  const published = await readPublished(tx, settings.document);
  const begins = dayOfSite(settings, asked.at ?? now);
  const wish = { ...asked, document: keepPrices(published.document, asked.document, begins) };
  const early = await askForProof(tx, context, { caller, now }, wish);
  if (early) return failed(early);
  const made = { version: 0 };
  afterCommit(async () => void (made.version = await publish(context, caller, wish)));
  return ok(made);
}

/** Who changes where money goes has just proved themselves. */
async function askForProof(
  tx: Tx,
  context: ServerContext,
  { caller, now }: Asker,
  { document }: Wish,
): Promise<{ status: 403; code: "reauthentication_needed" } | undefined> {
  const published = await readPublished(tx, context.settings.document);
  if (!changesBetween(published.document, document).some(isSensitive)) return undefined;
  const { userId, claims } = caller;
  const owner = { userId, sessionId: String(claims.session_id), claims };
  const since = new Date(now.getTime() - freshProofMs);
  const isFresh = await accountsOf(context).hasProvedSince(tx, owner, since);
  return isFresh ? undefined : { status: 403, code: "reauthentication_needed" };
}

/** @throws Refused */
async function publish(context: ServerContext, caller: UnverifiedCaller, wish: Wish): Promise<number> {
  const { db, liveSite, now } = context;
  const disagreements = await checkDocument(context, wish.document, wish.at && dayInParis(wish.at));
  if (disagreements.length > 0) throw new Refused("draft_disagrees");
  const written = await db.asServer((tx) => writeWish(tx, context, { caller, now: now() }, wish));
  if (!written.ok) throw new Refused(written.problem);
  await liveSite.refresh();
  return written.value;
}

async function writeWish(tx: Tx, context: ServerContext, asker: Asker, wish: Wish): Promise<Result<number, Refusal>> {
  const { caller } = asker;
  const { document, source, reason, at, fromVersion, seenAt } = wish;
  // A right that ended while the pages were compared publishes nothing.
  const allowed = await checkAdministrator(tx, caller);
  if (!allowed.ok || (await askForProof(tx, context, asker, wish))) return failed("reauthentication_needed");
  const draft = await readSiteDraft(tx, { lock: true });
  if (seenAt !== undefined && !isSeen(draft, seenAt)) return failed("draft_changed");
  const published = await readPublished(tx, context.settings.document);
  const version = await writeVersion(tx, {
    document,
    source,
    author: caller.userId,
    reason,
    effectiveAt: at,
    ...(fromVersion !== undefined && { fromVersion }),
  });
  if (version === undefined) return failed("version_waits");
  if (source === "desk") await dropDraft(tx);
  const changes = changesBetween(published.document, document);
  await writeAudit(tx, {
    actor: caller.userId,
    action: source === "desk" ? "site.published" : "site.returned",
    detail: { version, count: changes.length, ...(fromVersion !== undefined && { from: fromVersion }) },
  });
  await tellManagers(tx, context, asker, { changes: changes.filter(isSensitive), at: at ?? asker.now });
  return ok(version);
}

async function tellManagers(
  tx: Tx,
  context: ServerContext,
  { caller, now }: Asker,
  { changes, at }: { changes: ReturnType<typeof changesBetween>; at: Date },
): Promise<void> {
  if (changes.length === 0) return;
  const team = await readTeam(context, tx, now);
  const by = team.find(({ userId }) => userId === caller.userId);
  const said = changes.slice(0, 20).map(({ path, before, after }) => {
    const [old, next] = [hostsIn(before), hostsIn(after)].map((hosts) => hosts.join(", "));
    return `${sayPlace(path)}${old || next ? `\u00a0: ${old || "–"} → ${next || "–"}` : ""}`;
  });
  for (const { email, role, isInvited } of team) {
    if (email === null || role !== "manager" || isInvited) continue;
    const data = { by: by?.name || by?.email || "", at: sayInstant(at), changes: said };
    await queueMail(tx, { to: email, template: "site-changed", data });
  }
}
