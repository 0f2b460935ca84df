import { useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { formCopy } from "#content/shared/form.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { AnswerFields, typedQuestions } from "./answer-fields.tsx";
import { ConflictForm } from "./correction-conflict.tsx";
import { type CorrectionProps, type Disagreement, useCorrectionForm } from "./use-correction.ts";

const copy = fileCopy.correction;
const prefix = "fiche-";

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

function CorrectionForm({ lead, onDone, onConflict }: CorrectionProps) {
  const { form, origin, texts } = useCorrectionForm({ lead, onDone, onConflict, prefix });
  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        <AnswerFields
          questions={typedQuestions(origin)}
          isPaid={lead.isPaid}
          texts={texts}
          problemOf={form.problemOf}
          prefix={prefix}
        />
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onDone} />
      </Stack>
    </Form>
  );
}
