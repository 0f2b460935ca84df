import { type ReactNode, useEffect, useRef, useState } from "react";

import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { securityCopy } from "#content/security.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { trimmed } from "#kit/trimmed.ts";

import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.ownerProof;

type Prover = Pick<OwnSecurity, "proveByPassword" | "sendProofDigits" | "proveByDigits">;

type Asked = { answer: (isProved: boolean) => void };

/**
 * Before a way into the account is added, an owner whose sign-in is too old proves themselves again: in place, and then
 * the action goes on.
 *
 * @returns `proving` to be shown outside of every form, and `provenFirst`, which repeats an action once the owner has
 * proved themselves, or gives its first answer when they did not
 */
export function useOwnerProof(security: Prover, onSignedOut: () => void) {
  const [asked, setAsked] = useState<Asked>();

  async function provenFirst<Answer>(act: () => Promise<Answer>, asksProof: (answer: Answer) => boolean) {
    const answer = await act();
    if (!asksProof(answer)) return answer;
    const isProved = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
    return isProved ? act() : answer;
  }

  function close(isProved: boolean) {
    asked?.answer(isProved);
    setAsked(undefined);
  }

  const proving: ReactNode = asked && <OwnerProof security={security} onSignedOut={onSignedOut} onClose={close} />;
  return { proving, provenFirst };
}

/** The security of an account whose additions ask for its owner first, where that is needed. */
export function useProvenSecurity(security: OwnSecurity, onSignedOut: () => void) {
  const { proving, provenFirst } = useOwnerProof(security, onSignedOut);
  const first = <Value,>(act: () => Promise<Result<Value, { kind: string; code?: string }>>) =>
    provenFirst(act, (answer) => !answer.ok && answer.problem.code === "reauthentication_needed");
  const proven = {
    ...security,
    beginDevice: (name) => first(() => security.beginDevice(name)),
    beginPhone: (phone) => first(() => security.beginPhone(phone)),
    verifyCode: (factorId, code) => first(() => security.verifyCode(factorId, code)),
    addKey: (name) => first(() => security.addKey(name)),
    addPasskey: () => first(() => security.addPasskey()),
  } as OwnSecurity;
  return { proving, proven };
}

type Props = { security: Prover; onSignedOut: () => void; onClose: (isProved: boolean) => void };
type FieldName = "ownerPassword" | "ownerDigits";

function OwnerProof({ security, onSignedOut, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isProved = useRef(false);
  const [way, setWay] = useState<"password" | "digits">("password");
  const name: FieldName = way === "password" ? "ownerPassword" : "ownerDigits";
  const form = useForm({
    sentences: { ownerPassword: { missing: copy.password.missing }, ownerDigits: { missing: copy.digits.missing } },
    read(typed): Result<string, Partial<Record<FieldName, "missing">>> {
      const proof = way === "password" ? (typed[name] ?? "") : trimmed(typed[name] ?? "");
      return proof === "" ? failed({ [name]: "missing" as const }) : ok(proof);
    },
    async send(proof) {
      const shown = way === "password" ? security.proveByPassword(proof) : security.proveByDigits(proof);
      const proved = withSentence(await shown, onSignedOut);
      if (!proved.ok) return { field: name, sentence: proved.problem };
      isProved.current = true;
      dialog.current?.close();
      return undefined;
    },
  });

  // The browser's own modal: focus stays inside, Escape closes, and what had the focus has it back.
  useEffect(() => dialog.current?.showModal(), []);
  // Focus: on what is to be typed.
  useEffect(() => focusField(name), [name]);

  function sendDigits() {
    form.run(async () => {
      const sent = withSentence(await security.sendProofDigits(), onSignedOut);
      if (!sent.ok) return { sentence: sent.problem };
      setWay("digits");
      return undefined;
    });
  }

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="preuve-titulaire"
      onClose={() => onClose(isProved.current)}
    >
      <Stack gap={16}>
        <h2 className="text-heading leading-tight" id="preuve-titulaire">
          {copy.title}
        </h2>
        <p className="text-small quiet">{way === "password" ? copy.text : copy.sent}</p>
        <Stack
          as={Form}
          gap={16}
          form={form}
          words={formCopy}
          header={form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        >
          {way === "password" ? (
            <Field
              key="password"
              name="ownerPassword"
              label={copy.password.label}
              type="password"
              autoComplete="current-password"
              required
              problem={form.problemOf("ownerPassword")}
            />
          ) : (
            <Field
              key="digits"
              name="ownerDigits"
              label={copy.digits.label}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              problem={form.problemOf("ownerDigits")}
            />
          )}
          <Row gap={8} isWrapping paddingTop={8}>
            <Button type="submit" isSmall hasPlug={false} busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
            <Button variant="secondary" isSmall hasPlug={false} onClick={sendDigits}>
              {way === "password" ? copy.sendDigits : copy.sendAgain}
            </Button>
            <Button variant="quiet" isSmall hasPlug={false} onClick={() => dialog.current?.close()}>
              {copy.cancel}
            </Button>
          </Row>
        </Stack>
      </Stack>
    </dialog>
  );
}
