import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { useServices } from "#app/admin/data/services.ts";
import { AnswerFields, readTypedAnswers, typedQuestions } from "#subjects/leads/desk/file/answer-fields.tsx";
import { sentenceOf } from "#subjects/leads/desk/file/file-queries.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { formCopy } from "#content/shared/form.ts";
import { questionOf } from "#subjects/funnel/rules/questions.ts";
import { type FunnelOrigin, funnelOffers } from "#domain/kernel/lead.ts";

const copy = fileCopy.create;
const prefix = "nouveau-";

/** Those whose questions the door of the questionnaires takes, and a lead of no offer in particular. */
const origins: FunnelOrigin[] = ["general", ...funnelOffers];

/** A lead that came by telephone. */
export function NewLead({ onCreated }: { onCreated: (leadId: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button isSmall hasPlug={false} {...pressedBy("create")} onClick={() => setIsOpen(true)}>
        {copy.open}
      </Button>
      <DeskDialog title={copy.title} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NewLeadForm
          onClose={() => setIsOpen(false)}
          onCreated={(leadId) => {
            setIsOpen(false);
            onCreated(leadId);
          }}
        />
      </DeskDialog>
    </>
  );
}

type FormProps = { onClose: () => void; onCreated: (leadId: string) => void };

function NewLeadForm({ onClose, onCreated }: FormProps) {
  const { desk } = useServices();
  const queryClient = useQueryClient();
  const say = useUndo();
  const [origin, setOrigin] = useState<FunnelOrigin>("general");
  // One key for one lead: what is sent again after a lost answer makes no second one.
  const [key] = useState(() => crypto.randomUUID());

  const form = useForm<Record<string, unknown>, string, never>({
    sentences: Object.fromEntries(typedQuestions(origin).map((question) => [question, {}])),
    read: (typed) => ({ ok: true, value: readTypedAnswers(typed, origin, prefix) }),
    send: async (given) => {
      const created = await desk.create({ ...given, funnel_origin: origin, idempotency_key: key });
      if (created.ok) {
        say({ sentence: created.value.isNew ? copy.done : copy.known });
        void queryClient.invalidateQueries({ queryKey: leadKeys.list });
        void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
        onCreated(created.value.leadId);
        return undefined;
      }
      const { problem } = created;
      const column = problem.code === "refused" ? problem.field : undefined;
      const field = typedQuestions(origin).find((question) => questionOf(question).column === column);
      return { sentence: sentenceOf(problem), ...(field && { field }) };
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        <Row as="label" gap={8} align="center">
          <span>{copy.origin}</span>
          <select
            className="control file-control text-body"
            value={origin}
            onChange={(event) => setOrigin(origins.find((known) => known === event.target.value) ?? "general")}
          >
            {origins.map((known) => (
              <option key={known} value={known}>
                {originLabels[known]}
              </option>
            ))}
          </select>
        </Row>
        <AnswerFields origin={origin} texts={{}} problemOf={form.problemOf} prefix={prefix} />
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
