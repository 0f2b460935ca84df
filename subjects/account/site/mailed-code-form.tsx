import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { mailedCodeCopy as copy } from "#subjects/account/words/mailed-code.ts";
import { type CodedAnswers, readMailedCode } from "#domain/kernel/mailed-code.ts";

import { AccountNotice } from "./account-screen.tsx";

type Props = {
  /** Where the mail went, when the page knows. */
  email?: string;
  title?: string;
  /** Behind its title, where most people have no code. */
  isFolded?: boolean;
  lead?: string;
  onCode: (answers: CodedAnswers) => Promise<FormProblem<keyof CodedAnswers> | undefined>;
};

/** The digits of a mail instead of its link. */
export function MailedCodeForm({ email, title = copy.title, lead = copy.lead, isFolded = false, onCode }: Props) {
  const matter = (
    <>
      <Box as="p" marginTop={8} maxWidth="56ch" className="text-small quiet">
        {lead}
      </Box>
      <CodeForm {...(email !== undefined && { email })} onCode={onCode} />
    </>
  );
  if (isFolded) {
    return (
      <Box as="details" marginTop={40} rule="block" className="fold">
        <Row as="summary" gap={16} align="center" justify="between">
          <h2 className="text-lead">{title}</h2>
          <Icon name="down" />
        </Row>
        <Box paddingBottom={32}>{matter}</Box>
      </Box>
    );
  }
  return (
    <Box as="section" marginTop={64}>
      <h2 className="text-lead">{title}</h2>
      {matter}
    </Box>
  );
}

function CodeForm({ email, onCode }: Pick<Props, "email" | "onCode">) {
  const form = useForm({ sentences: copy.problems, read: readMailedCode, send: onCode });

  return (
    <Form
      form={form}
      words={formCopy}
      header={form.failure && <AccountNotice variant="problem">{form.failure.sentence}</AccountNotice>}
    >
      <Stack gap={24} marginTop={24}>
        <p className="text-small quiet">{formCopy.required}</p>
        <Field
          name="codeEmail"
          label={copy.email}
          type="email"
          autoComplete="email"
          hint={formCopy.emailExample}
          spellCheck={false}
          defaultValue={email}
          required
          problem={form.problemOf("codeEmail")}
        />
        <Field
          name="mailedCode"
          label={copy.code}
          hint={copy.hint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          problem={form.problemOf("mailedCode")}
        />
        <Button type="submit" variant="secondary" busyLabel={form.isBusy ? copy.busy : undefined}>
          {copy.submit}
        </Button>
      </Stack>
    </Form>
  );
}
