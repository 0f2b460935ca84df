import * as z from "zod/mini";

import { PasskeyButton } from "#app/security/passkey-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { formCopy } from "#content/shared/form.ts";
import { checkAnswers } from "#domain/kernel/text-rules.ts";

const copy = admin.login;

// The service decides what a good address or password is; here they only have to be there.
const passwordSchema = z.object({
  email: z.string("missing").check(z.trim(), z.minLength(1, "missing")),
  password: z.string("missing").check(z.minLength(1, "missing")),
});

type PasswordValues = z.infer<typeof passwordSchema>;

type PasswordProps = {
  onSubmit: (values: PasswordValues) => Promise<void>;
  /** Signs in by a key of the browser; undefined where that is not offered. */
  onPasskey: (() => Promise<void>) | undefined;
};

export function PasswordForm({ onSubmit, onPasskey }: PasswordProps) {
  const form = useForm({
    sentences: { email: { missing: copy.email.missing }, password: { missing: copy.password.missing } },
    read: (typed) => checkAnswers<PasswordValues>(passwordSchema, typed),
    send: (values) => onSubmit(values).then(() => undefined),
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={20} marginTop={20}>
        <p className="text-small quiet">{formCopy.required}</p>
        <Field
          name="email"
          label={copy.email.label}
          type="email"
          autoComplete="username"
          hint={formCopy.emailExample}
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
      </Stack>
      <SubmitButton label={copy.submit} isSubmitting={form.isBusy} />
      {onPasskey && <PasskeyButton onClick={() => form.run(() => onPasskey().then(() => undefined))} />}
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
