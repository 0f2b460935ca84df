import type { ReactNode } from "react";

import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/form.ts";
import { securityCopy } from "#content/security.ts";
import { readCode } from "#domain/kernel/second-factor.ts";

const copy = securityCopy.proof;

export const codeSentences = { missing: copy.code.missing, malformed: copy.code.missing };

type Props = {
  factors: readonly SecondFactor[];
  /** @returns the sentence of what went wrong */
  onCode: (factorId: string, code: string) => Promise<string | undefined>;
  onKey: (factorId: string) => Promise<string | undefined>;
  className?: string;
  variant?: ButtonVariant;
  /** Other ways on, below the buttons. */
  children?: ReactNode;
};

/** Shows one of the account's second factors: the code of an application, or a key that the browser asks for. */
export function ProofForm({ factors, onCode, onKey, className, variant, children }: Props) {
  const applications = factors.filter(({ kind }) => kind === "totp");
  const key = factors.find(({ kind }) => kind === "webauthn");
  const form = useForm({
    sentences: { code: codeSentences },
    read: readCode,
    async send({ code }, { device = applications[0]?.id ?? "" }: TypedForm) {
      const sentence = await onCode(device, code);
      return sentence === undefined ? undefined : { field: "code" as const, sentence };
    },
  });

  function showKey(factorId: string) {
    form.run(async () => {
      const sentence = await onKey(factorId);
      return sentence === undefined ? undefined : { sentence };
    });
  }

  const isKnown = applications.length > 0 || key !== undefined;
  return (
    <Form
      form={form}
      words={formCopy}
      className={className}
      header={form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
    >
      <Stack gap={20} marginTop={24}>
        {!isKnown && <FormNotice variant="warning">{copy.unknown}</FormNotice>}
        {applications.length > 1 && (
          <SelectField
            name="device"
            label={copy.device}
            options={Object.fromEntries(applications.map(({ id, name }) => [id, name]))}
          />
        )}
        {applications.length > 0 && (
          <Field
            name="code"
            label={copy.code.label}
            hint={copy.code.hint}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            problem={form.problemOf("code")}
          />
        )}
        <Stack gap={12}>
          {applications.length > 0 && (
            <Button type="submit" {...(variant && { variant })} busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
          )}
          {key && (
            <Button variant="secondary" onClick={() => showKey(key.id)}>
              {copy.useKey}
            </Button>
          )}
          {children}
        </Stack>
      </Stack>
    </Form>
  );
}
