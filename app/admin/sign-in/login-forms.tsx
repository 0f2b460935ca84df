import "#app/ui/text.css";
import "#app/ui/link.css";

import { Box } from "#app/ui/layout.tsx";
import * as z from "zod/mini";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { admin } from "#content/admin.ts";
import { formCopy } from "#content/form.ts";
import { readCode } from "#domain/kernel/second-factor.ts";
import { checkAnswers } from "#domain/kernel/text-rules.ts";

const copy = admin.login;

// The service decides what a good address or password is; here they only have to be there.
const passwordSchema = z.object({
  email: z.string("missing").check(z.trim(), z.minLength(1, "missing")),
  password: z.string("missing").check(z.minLength(1, "missing")),
});

type PasswordValues = z.infer<typeof passwordSchema>;
type FormProps<Values> = { onSubmit: (values: Values) => Promise<void> };

export function PasswordForm({ onSubmit }: FormProps<PasswordValues>) {
  const form = useForm({
    sentences: { email: { missing: copy.email.missing }, password: { missing: copy.password.missing } },
    read: (typed) => checkAnswers<PasswordValues>(passwordSchema, typed),
    send: (values) => onSubmit(values).then(() => undefined),
  });

  return (
    <Form form={form} words={formCopy}>
      <Field
        name="email"
        label={copy.email.label}
        type="email"
        autoComplete="username"
        required
        problem={form.problemOf("email")}
      />
      <Field
        name="password"
        label={copy.password.label}
        type="password"
        autoComplete="current-password"
        required
        problem={form.problemOf("password")}
      />
      <SubmitButton label={copy.submit} isSubmitting={form.isBusy} />
    </Form>
  );
}

type CodeProps = FormProps<{ code: string }> & { onStartAgain: () => Promise<void> };

export function CodeForm({ onSubmit, onStartAgain }: CodeProps) {
  const form = useForm({
    sentences: { code: { missing: copy.code.missing, malformed: copy.code.missing } },
    read: readCode,
    send: (values) => onSubmit(values).then(() => undefined),
  });

  return (
    <Form form={form} words={formCopy}>
      <Field
        name="code"
        label={copy.code.label}
        hint={copy.code.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        problem={form.problemOf("code")}
      />
      <SubmitButton label={copy.submitCode} isSubmitting={form.isBusy} />
      <Box
        as="button"
        marginTop={8}
        type="button"
        className="text-small text-link login-again"
        onClick={() => void onStartAgain()}
      >
        {copy.otherAccount}
      </Box>
    </Form>
  );
}

function SubmitButton({ label, isSubmitting }: { label: string; isSubmitting: boolean }) {
  return (
    <Box
      as={Button}
      width="full"
      marginTop={32}
      type="submit"
      variant="green"
      busyLabel={isSubmitting ? copy.busy : undefined}
    >
      {label}
    </Box>
  );
}
