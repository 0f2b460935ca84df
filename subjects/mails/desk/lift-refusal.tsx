import { useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { formCopy } from "#content/shared/form.ts";
import { composerCopy } from "#subjects/mails/words/mail-composer.ts";

const copy = composerCopy.allow;
const name = "mails-allowed-because";

/** Who wanted no mail of the team asks for one again: said by whom and how, it is kept. */
export function LiftRefusal({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { mails } = useServices();
  const queryClient = useQueryClient();
  const say = useUndo();
  const form = useForm<string, typeof name, "missing">({
    sentences: { [name]: { missing: copy.missing } },
    read({ [name]: typed = "" }) {
      const reason = typed.trim();
      return reason.length < 3 ? { ok: false, problem: { [name]: "missing" } } : { ok: true, value: reason };
    },
    async send(reason) {
      const allowed = await mails.allow(leadId, reason);
      if (!allowed.ok) return { sentence: sentenceOf(allowed.problem, copy.unavailable) };
      say({ sentence: copy.done });
      void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
      await queryClient.invalidateQueries({ queryKey: leadKeys.mail(leadId) });
      return undefined;
    },
  });
  return (
    <Form form={form} words={formCopy} className="compact-fields">
      <Stack gap={12} paddingBottom={12}>
        <p className="text-small quiet">{copy.text}</p>
        <Field name={name} label={copy.label} maxLength={300} autoComplete="off" problem={form.problemOf(name)} />
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons
          variant="green"
          words={{ ...copy, cancel: admin.file.close }}
          isBusy={form.isBusy}
          onCancel={onClose}
        />
      </Stack>
    </Form>
  );
}
