import { type ReactNode, useState } from "react";

import type { ProofCode, SecondFactor } from "#app/api/transport/second-factor.ts";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { securityCopy } from "#content/security.ts";
import type { Result } from "#kit/result.ts";
import { readCode } from "#domain/kernel/second-factor.ts";

const copy = securityCopy.proof;

export const codeSentences = { missing: copy.code.missing, malformed: copy.code.missing };

type Props = {
  factors: readonly SecondFactor[];
  /** Sends a code to a phone. @returns what it belongs to, or the sentence of what went wrong */
  onSend: (factorId: string) => Promise<Result<string, string>>;
  /** @returns the sentence of what went wrong */
  onCode: (factorId: string, code: ProofCode) => Promise<string | undefined>;
  onKey: (factorId: string) => Promise<string | undefined>;
  className?: string;
  variant?: ButtonVariant;
  /** Other ways on, below the buttons. */
  children?: ReactNode;
};

/** A code that has left for a phone. */
type Sent = { factorId: string; challengeId: string };

/** Shows one of the account's second factors: the code of an application or of an SMS, or a key of the browser. */
export function ProofForm({ factors, onSend, onCode, onKey, className, variant, children }: Props) {
  const [sent, setSent] = useState<Sent>();
  const applications = sent ? [] : factors.filter(({ kind }) => kind === "totp");
  const phones = factors.filter(({ kind }) => kind === "phone");
  const key = factors.find(({ kind }) => kind === "webauthn");
  const asksCode = sent !== undefined || applications.length > 0;
  const form = useForm({
    sentences: { code: codeSentences },
    read: readCode,
    async send({ code }, { device = sent?.factorId ?? applications[0]?.id ?? "" }: TypedForm) {
      const sentence = await onCode(device, { code, challengeId: sent?.challengeId });
      return sentence === undefined ? undefined : { field: "code" as const, sentence };
    },
  });

  function sendCode(factorId: string) {
    form.run(async () => {
      const answer = await onSend(factorId);
      if (!answer.ok) return { sentence: answer.problem };
      setSent({ factorId, challengeId: answer.value });
      // The field comes with the answer.
      requestAnimationFrame(() => focusField("code"));
      return undefined;
    });
  }

  function showKey(factorId: string) {
    form.run(async () => {
      const sentence = await onKey(factorId);
      return sentence === undefined ? undefined : { sentence };
    });
  }

  return (
    <Form
      form={form}
      words={formCopy}
      className={className}
      header={form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
    >
      <Stack gap={20} marginTop={24}>
        {!asksCode && phones.length === 0 && !key && <FormNotice variant="warning">{copy.unknown}</FormNotice>}
        {sent && <FormNotice>{copy.texted}</FormNotice>}
        {applications.length > 1 && (
          <SelectField
            name="device"
            label={copy.device}
            options={Object.fromEntries(applications.map(({ id, name }) => [id, name]))}
          />
        )}
        {asksCode && (
          <Field
            name="code"
            label={copy.code.label}
            hint={sent ? copy.textHint : copy.code.hint}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            problem={form.problemOf("code")}
          />
        )}
        <Stack gap={12}>
          {asksCode && (
            <Button type="submit" {...(variant && { variant })} busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
          )}
          {sent ? (
            <Row gap={12} isWrapping>
              <Button variant="quiet" isSmall hasPlug={false} onClick={() => sendCode(sent.factorId)}>
                {copy.sendAgain}
              </Button>
              {factors.length > 1 && (
                <Button variant="quiet" isSmall hasPlug={false} onClick={() => setSent(undefined)}>
                  {copy.proveOtherwise}
                </Button>
              )}
            </Row>
          ) : (
            <>
              {phones.map(({ id, name }) => (
                <Button key={id} variant="secondary" onClick={() => sendCode(id)}>
                  {phones.length > 1 ? copy.sendTextTo(name) : copy.sendText}
                </Button>
              ))}
              {key && (
                <Button variant="secondary" onClick={() => showKey(key.id)}>
                  {copy.useKey}
                </Button>
              )}
            </>
          )}
          {children}
        </Stack>
      </Stack>
    </Form>
  );
}
