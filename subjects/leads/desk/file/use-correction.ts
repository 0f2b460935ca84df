import { useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { businessOf } from "#app/admin/ui/formats.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type QuestionKey, questionOf } from "#subjects/funnel/rules/questions.ts";
import { type Conflict, conflictOf } from "#subjects/leads/calls/as-seen.ts";
import { useRowAgain } from "#subjects/leads/desk/rows/row-again.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { readTypedAnswers, typedQuestions } from "./answer-fields.tsx";
import { sentenceOf } from "./file-queries.ts";

const copy = fileCopy.correction;

export type Answers = Record<string, unknown>;
/** `asked`: all corrections; `contested`: the columns that a colleague has changed otherwise meanwhile. */
export type Disagreement = Conflict & { asked: Answers; contested: string[] };

export type CorrectionProps = {
  lead: LeadRow;
  onDone: () => void;
  onConflict: (conflict: Disagreement) => void;
};

type FormOptions = CorrectionProps & {
  /** The names of its controls begin with it. */
  prefix: string;
};

/** What is typed in some controls or in all: only what differs from what the form began with is sent. */
export function useCorrectionForm({ lead: now, onDone, onConflict, prefix }: FormOptions) {
  // The values at the first render: changes that others make meanwhile are compared with them, and stay theirs.
  const [lead] = useState(now);
  const origin = lead.origin ?? "general";
  const before = textsOf(lead, origin, prefix);
  const seen = readTypedAnswers(before, origin, prefix);
  const save = useCorrection(lead, { seen, onDone, onConflict });
  const form = useForm<Answers, string, never>({
    sentences: Object.fromEntries(typedQuestions(origin).map((key) => [key, {}])),
    read: (typed) => ({ ok: true, value: readTypedAnswers({ ...before, ...typed }, origin, prefix) }),
    send: async (asked) => {
      const changed = Object.entries(asked).filter(([column, value]) => !isSame(value, seen[column]));
      if (changed.length === 0) return { sentence: copy.unchanged };
      const refused = await save(Object.fromEntries(changed), lead.updatedAt);
      if (!refused) return undefined;
      const field = typedQuestions(origin).find((key) => questionOf(key).column === refused.column);
      return { sentence: refused.sentence, ...(field && { field }) };
    },
  });
  return { form, origin, texts: textsOf(lead, origin) };
}

type Outcome = Pick<CorrectionProps, "onDone" | "onConflict"> & {
  /** The values the form began with: only fields that differ from them are sent. */
  seen: Answers;
};

/** @returns what was refused, with its column when one is to blame */
export function useCorrection(lead: LeadRow, { seen, onDone, onConflict }: Outcome) {
  const { desk } = useServices();
  const readAgain = useRowAgain();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";

  return async function save(
    asked: Answers,
    seenAt: string | null,
  ): Promise<{ sentence: string; column?: string } | undefined> {
    const corrected = await desk.correct(leadId, asked, seenAt);
    if (corrected.ok) {
      await readAgain(lead);
      const { before, updatedAt } = corrected.value;
      offerUndo({
        sentence: copy.done,
        undo: async () => {
          const undone = await desk.correct(leadId, before, updatedAt);
          await readAgain(lead);
          return undone.ok ? undefined : sentenceOf(undone.problem);
        },
      });
      onDone();
      return undefined;
    }

    const { problem } = corrected;
    const sentence = sentenceOf(problem);
    if (problem.code !== "refused") return { sentence };
    const { field } = problem;
    const conflict = conflictOf(problem);
    if (!conflict) return { sentence, ...(field !== undefined && { column: field }) };
    const contested = Object.keys(asked).filter(
      (column) => !isSame(conflict.stored[column], seen[column]) && !isSame(conflict.stored[column], asked[column]),
    );
    // The colleague changed other fields, or to the same: the correction holds on the row as it is now.
    if (contested.length === 0 && conflict.updatedAt !== seenAt) return save(asked, conflict.updatedAt);
    onConflict({ ...conflict, asked, contested });
    return undefined;
  };
}

/** The stored answers as text, by the names of the form controls. */
export function textsOf(lead: LeadRow, origin: FunnelOrigin, prefix = ""): Record<string, string> {
  return Object.fromEntries(typedQuestions(origin).map((key) => [`${prefix}${key}`, textOf(lead, key)]));
}

function textOf(lead: LeadRow, key: QuestionKey): string {
  // The row holds the own text under the name of the composed one.
  const name = key === "knowledgeBaseOwnText" ? "knowledgeBaseText" : (questionOf(key).plainName?.key ?? key);
  const value: unknown = (lead as Record<string, unknown>)[name];
  if (Array.isArray(value)) return value.join(",");
  if (key === "businessType") return businessOf(lead) ?? "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Nothing is written in several ways. */
export function isSame(one: unknown, other: unknown): boolean {
  return inWords(one) === inWords(other);
}

export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return copy.conflict.empty;
  if (Array.isArray(value)) return value.length === 0 ? copy.conflict.empty : value.map(String).join(", ");
  if (typeof value === "object") return Object.values(value).map(inWords).join(", ") || copy.conflict.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
