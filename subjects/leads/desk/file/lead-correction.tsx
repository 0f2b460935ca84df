import { useRowAgain } from "#subjects/leads/desk/rows/row-again.ts";
import { useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { businessOf } from "#app/admin/ui/formats.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { type Conflict, conflictOf } from "#subjects/leads/calls/as-seen.ts";
import { RadioList } from "#app/ui/form/choice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { columnLabel, fileCopy } from "#subjects/leads/words/admin-file.ts";
import { formCopy } from "#content/shared/form.ts";
import { type QuestionKey, questionOf } from "#subjects/funnel/rules/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { AnswerFields, readTypedAnswers, typedQuestions } from "./answer-fields.tsx";
import { sentenceOf } from "./file-queries.ts";

const copy = fileCopy.correction;
const prefix = "fiche-";

type Answers = Record<string, unknown>;
/** `asked`: all corrections; `contested`: the columns that a colleague has changed otherwise meanwhile. */
type Disagreement = Conflict & { asked: Answers; contested: string[] };
type Props = { lead: LeadRow; isOpen: boolean; onClose: () => void };

/** Corrects contact and answers. After another administrator's save, both values are shown to choose from. */
export function LeadCorrection({ lead, isOpen, onClose }: Props) {
  const [conflict, setConflict] = useState<Disagreement>();
  const close = () => {
    setConflict(undefined);
    onClose();
  };

  return (
    <DeskDialog
      title={conflict ? copy.conflict.title : copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
      intro={conflict ? copy.conflict.text : copy.intro}
      isOpen={isOpen}
      onClose={close}
    >
      {conflict ? (
        <ConflictForm lead={lead} conflict={conflict} onDone={close} onConflict={setConflict} />
      ) : (
        <CorrectionForm lead={lead} onDone={close} onConflict={setConflict} />
      )}
    </DeskDialog>
  );
}

type FormProps = {
  lead: LeadRow;
  onDone: () => void;
  onConflict: (conflict: Disagreement) => void;
};

function CorrectionForm({ lead: now, onDone, onConflict }: FormProps) {
  // The values at the first render: changes that others make meanwhile are compared with them, and stay theirs.
  const [lead] = useState(now);
  const origin = lead.origin ?? "general";
  const seen = readTypedAnswers(textsOf(lead, origin, prefix), origin, prefix);
  const save = useCorrection(lead, { seen, onDone, onConflict });
  const form = useForm<Answers, string, never>({
    sentences: Object.fromEntries(typedQuestions(origin).map((key) => [key, {}])),
    read: (typed) => ({ ok: true, value: readTypedAnswers(typed, origin, prefix) }),
    send: async (asked) => {
      const changed = Object.entries(asked).filter(([column, value]) => !isSame(value, seen[column]));
      if (changed.length === 0) return { sentence: copy.unchanged };
      const refused = await save(Object.fromEntries(changed), lead.updatedAt);
      if (!refused) return undefined;
      const field = typedQuestions(origin).find((key) => questionOf(key).column === refused.column);
      return { sentence: refused.sentence, ...(field && { field }) };
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        <AnswerFields
          origin={origin}
          isPaid={lead.isPaid}
          texts={stored(lead, origin)}
          problemOf={form.problemOf}
          prefix={prefix}
        />
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}

type ConflictProps = FormProps & { conflict: Disagreement };

/** Only what both changed is asked; the author's other corrections go with the choice. */
function ConflictForm({ lead, conflict, onDone, onConflict }: ConflictProps) {
  const { asked, contested, stored, updatedAt } = conflict;
  const nameOf = (column: string) => `garder-${column}`;
  const save = useCorrection(lead, { seen: stored, onDone, onConflict });
  const form = useForm<Answers, string, "unchosen">({
    sentences: Object.fromEntries(contested.map((column) => [nameOf(column), { unchosen: copy.conflict.unchosen }])),
    read(typed) {
      const unchosen = contested.map(nameOf).filter((name) => typed[name] === undefined);
      if (unchosen.length > 0) {
        return { ok: false, problem: Object.fromEntries(unchosen.map((name) => [name, "unchosen"])) };
      }
      const isKept = (column: string) => contested.includes(column) && typed[nameOf(column)] === "stored";
      return { ok: true, value: Object.fromEntries(Object.entries(asked).filter(([column]) => !isKept(column))) };
    },
    send: async (chosen) => {
      if (Object.keys(chosen).length === 0) {
        onDone();
        return undefined;
      }
      return save(chosen, updatedAt);
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        {contested.map((column) => (
          <RadioList
            key={column}
            name={nameOf(column)}
            legend={columnLabel(column)}
            problem={form.problemOf(nameOf(column))}
            options={[
              { value: "stored", label: inWords(stored[column]), detail: copy.conflict.stored },
              { value: "asked", label: inWords(asked[column]), detail: copy.conflict.asked },
            ]}
          />
        ))}
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={{ ...copy, save: copy.conflict.save }} isBusy={form.isBusy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}

type Outcome = Pick<FormProps, "onDone" | "onConflict"> & {
  /** The values the form began with: only fields that differ from them are sent. */
  seen: Answers;
};

/** @returns what was refused, with its column when one is to blame */
function useCorrection(lead: LeadRow, { seen, onDone, onConflict }: Outcome) {
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

/** What stands in the file, by question and as text: as the controls hold it. */
function stored(lead: LeadRow, origin: FunnelOrigin): Partial<Record<QuestionKey, string>> {
  return Object.fromEntries(typedQuestions(origin).map((key) => [key, textOf(lead, key)]));
}

function textsOf(lead: LeadRow, origin: FunnelOrigin, namePrefix: string): Record<string, string> {
  return Object.fromEntries(typedQuestions(origin).map((key) => [`${namePrefix}${key}`, textOf(lead, key)]));
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
function isSame(one: unknown, other: unknown): boolean {
  return inWords(one) === inWords(other);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return copy.conflict.empty;
  if (Array.isArray(value)) return value.length === 0 ? copy.conflict.empty : value.map(String).join(", ");
  if (typeof value === "object") return Object.values(value).map(inWords).join(", ") || copy.conflict.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
