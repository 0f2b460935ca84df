import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { RadioList } from "#app/ui/form/choice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { columnLabel, fileCopy } from "#subjects/leads/words/admin-file.ts";

import { type Answers, type CorrectionProps, type Disagreement, inWords, useCorrection } from "./use-correction.ts";

const copy = fileCopy.correction;

type ConflictProps = CorrectionProps & { conflict: Disagreement };

/** Only what both changed is asked; the author's other corrections go with the choice. */
export function ConflictForm({ lead, conflict, onDone, onConflict }: ConflictProps) {
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

/** The same, of a field that was changed where it stands. */
export function ConflictDialog({ conflict, ...form }: CorrectionProps & { conflict: Disagreement | undefined }) {
  return (
    <DeskDialog
      title={copy.conflict.title}
      intro={copy.conflict.text}
      isOpen={conflict !== undefined}
      onClose={form.onDone}
    >
      {conflict && <ConflictForm {...form} conflict={conflict} />}
    </DeskDialog>
  );
}
