import { useState } from "react";

import { focusField } from "#app/ui/form/error-summary.tsx";
import { readSiteDocument } from "#domain/site/site-config.ts";
import type { SiteState } from "#subjects/site-settings/contract/site-settings.ts";
import { valueAt, withChanges } from "#subjects/site-settings/rules/document-changes.ts";
import { setBetween } from "#subjects/site-settings/rules/document-form.ts";
import { siteMistakes } from "#subjects/site-settings/words/admin-site.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

import { useSiteAct } from "./site-queries.ts";

/** What is being written, upon what was there when it was begun. */
type Editing = { base: unknown; seenAt: string | null; edited: unknown };

/** A place that another manager saved meanwhile, with both values. */
export type PlaceInConflict = { path: string; theirs: unknown; mine: unknown };

type Asked = { seenAt: string | null; set: Record<string, unknown> };

export type DraftEditing = ReturnType<typeof useDraftEditing>;

const number = new Intl.NumberFormat("fr-FR");

/**
 * The document as it is being written, until it is saved: what others save meanwhile is never written over, since what
 * was seen first is said with what is saved.
 */
export function useDraftEditing({ draft, published }: SiteState, onSaved: () => void) {
  const [editing, setEditing] = useState<Editing>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState<{ set: Record<string, unknown>; conflicts: PlaceInConflict[] }>();
  const { run, isBusy, problem, proving } = useSiteAct((site, { seenAt, set }: Asked) => site.save(seenAt, set));

  const stored: Editing = {
    base: draft?.document ?? published.document,
    seenAt: draft?.seen_at ?? null,
    edited: draft?.document ?? published.document,
  };
  const { base, seenAt, edited } = editing ?? stored;
  const set = setBetween(base, edited);

  async function send(asked: Asked, written: unknown) {
    const read = readSiteDocument(written);
    const wrong = read.ok
      ? {}
      : Object.fromEntries(
          read.problem.map(({ path, code, limit = 0 }) => [path, siteMistakes[code](number.format(limit))]),
        );
    setProblems(wrong);
    if (!read.ok) return focusField(Object.keys(wrong)[0] ?? "");
    const refusal = await run(asked);
    if (refusal === undefined) {
      setEditing(undefined);
      setRefused(undefined);
      onSaved();
    } else if (refusal.code === "refused" && refusal.stored) {
      const theirs = refusal.stored;
      const conflicts = Object.entries(asked.set)
        .filter(([path, mine]) => !isSame(theirs[path], mine) && !isSame(theirs[path], valueAt(base, path) ?? null))
        .map(([path, mine]): PlaceInConflict => ({ path, theirs: theirs[path], mine }));
      setRefused({ set: asked.set, conflicts });
    } else if (refusal.code === "refused" && refusal.field !== undefined) {
      setProblems({ [refusal.field]: refusal.sentence || siteProblems.draft_malformed });
    }
  }

  return {
    edited,
    problems,
    /** How many places differ from what is saved. */
    count: Object.keys(set).length,
    isBusy,
    proving,
    problem: refused ? undefined : problem,
    write: (path: string, value: unknown) => {
      setEditing({ base, seenAt, edited: withChanges(edited, { [path]: value ?? null }) });
    },
    drop: () => {
      setEditing(undefined);
      setProblems({});
      setRefused(undefined);
    },
    save: () => void send({ seenAt, set }, edited),
    conflicts: refused?.conflicts,
    /** Saves upon what is stored now, without the places that the other one keeps. */
    settle: (theirs: ReadonlySet<string>) => {
      const kept = Object.fromEntries(Object.entries(refused?.set ?? {}).filter(([path]) => !theirs.has(path)));
      const written = withChanges(stored.base, kept);
      setEditing({ ...stored, edited: written });
      setRefused(undefined);
      if (Object.keys(kept).length === 0) setEditing(undefined);
      else void send({ seenAt: stored.seenAt, set: kept }, written);
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
