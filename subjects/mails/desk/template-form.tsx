import { useEffect } from "react";

import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import type { WrittenTemplate } from "#subjects/mails/calls/mails.ts";
import { hasUnknownField } from "#subjects/mails/rules/mail-fields.ts";
import { adminTemplates as copy } from "#subjects/mails/words/admin-templates.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";

import { useSaveTemplate } from "./mail-queries.ts";

type Props = { template: WrittenTemplate; onDone: (saved: WrittenTemplate) => void; onClose: () => void };

const parts = ["name", "subject", "text"] as const;
const sentences = { missing: mailProblems.template_malformed, unknown: mailProblems.unknown_field };

/** What a template is called and says, with the fields that it may leave open. */
export function TemplateForm({ template, onDone, onClose }: Props) {
  const { save, isPending } = useSaveTemplate(onDone);
  const form = useForm({
    sentences: { name: sentences, subject: sentences, text: sentences },
    read(typed) {
      const [name = "", subject = "", text = ""] = parts.map((part) => typed[part]);
      const missing = parts.find((part) => (typed[part] ?? "").trim() === "");
      if (missing !== undefined) return { ok: false, problem: { [missing]: "missing" as const } };
      const unknown = parts.find((part) => part !== "name" && hasUnknownField(typed[part] ?? ""));
      if (unknown !== undefined) return { ok: false, problem: { [unknown]: "unknown" as const } };
      return { ok: true, value: { name, subject, text } };
    },
    async send(wording: Record<(typeof parts)[number], string>) {
      const sentence = await save({ ...template, ...wording, isOffered: true }).catch(() => copy.unavailable);
      return sentence === undefined ? undefined : { sentence };
    },
  });

  // Focus: on what is to be typed.
  useEffect(() => focusField("name"), []);

  return (
    <Form form={form} words={formCopy} className="template-form">
      <Stack gap={16}>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <Field
          name="name"
          label={copy.name}
          maxLength={80}
          defaultValue={template.name}
          problem={form.problemOf("name")}
        />
        <Field
          name="subject"
          label={copy.subject}
          maxLength={200}
          defaultValue={template.subject}
          problem={form.problemOf("subject")}
        />
        <TextArea
          name="text"
          label={copy.text}
          hint={copy.textHint}
          rows={12}
          maxLength={10_000}
          defaultValue={template.text}
          problem={form.problemOf("text")}
        />
        <div>
          <p className="text-small strong">{copy.fieldsTitle}</p>
          <ul className="text-small quiet">
            {Object.values(copy.fields).map(([mark, meaning]) => (
              <li key={mark}>
                <b>{mark}</b> {meaning}
              </li>
            ))}
          </ul>
        </div>
        <FormButtons words={copy} isBusy={isPending} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
