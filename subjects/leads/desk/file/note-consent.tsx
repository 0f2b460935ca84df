import { useRowAgain } from "#subjects/leads/desk/rows/row-again.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { ConsentFields, readTypedConsent } from "./consent-fields.tsx";
import { sentenceOf } from "./file-queries.ts";

const copy = fileCopy.consent;
const prefix = "noter-";

/** What a person agreed to on the telephone, with its proof. */
export function NoteConsent({ lead }: { lead: LeadRow & { leadId: string } }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsOpen(true)}>
        {copy.open}
      </Button>
      <DeskDialog title={copy.open} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <NoteConsentForm lead={lead} onClose={() => setIsOpen(false)} />
      </DeskDialog>
    </>
  );
}

type FormProps = { lead: LeadRow & { leadId: string }; onClose: () => void };

function NoteConsentForm({ lead, onClose }: FormProps) {
  const { config, desk } = useServices();
  const queryClient = useQueryClient();
  const readAgain = useRowAgain();
  const say = useUndo();
  const form = useForm<ReturnType<typeof readTypedConsent>, never, never>({
    sentences: {},
    read: (typed) => ({ ok: true, value: readTypedConsent(typed, prefix) }),
    send: async (noted) => {
      if (!noted) return { sentence: copy.incomplete };
      const done = await desk.noteConsent(lead.leadId, noted);
      if (!done.ok) return { sentence: sentenceOf(done.problem) };
      await readAgain(lead);
      void queryClient.invalidateQueries({ queryKey: leadKeys.receipts(lead.leadId) });
      say({ sentence: copy.done });
      onClose();
      return undefined;
    },
  });
  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        <ConsentFields prefix={prefix} today={config.today} />
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
