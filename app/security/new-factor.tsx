import { useEffect, useRef, useState } from "react";

import type { NewDevice, NewPhone } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { formCopy, tooLong } from "#content/shared/form.ts";
import { securityCopy } from "#content/security.ts";
import { maxFactorName, readFactorName } from "#domain/kernel/factor-name.ts";
import { readFactorPhone } from "#domain/kernel/factor-phone.ts";
import { readCode } from "#domain/kernel/second-factor.ts";

import { codeSentences } from "./proof-form.tsx";
import type { SecurityActs } from "./security-acts.ts";
import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.enrolment;

type Step =
  | { name: "ways" }
  | { name: "device" }
  | { name: "key" }
  | { name: "scan"; device: NewDevice; title: string }
  | { name: "phone" }
  | { name: "text"; phone: NewPhone };

/** To a second factor: an application that shows codes, a key that the browser knows, a phone where offered. */
export function NewFactor(acts: SecurityActs) {
  const [step, setStep] = useState<Step>({ name: "ways" });
  const cancel = () => setStep({ name: "ways" });
  switch (step.name) {
    case "ways":
      return (
        <Row gap={12} isWrapping marginTop={16}>
          <Button variant="secondary" isSmall onClick={() => setStep({ name: "device" })}>
            {securityCopy.factors.addDevice}
          </Button>
          {acts.security.offers.keyFactors && (
            <Button variant="secondary" isSmall onClick={() => setStep({ name: "key" })}>
              {securityCopy.factors.addKey}
            </Button>
          )}
          {acts.security.offers.phoneFactors && (
            <Button variant="secondary" isSmall onClick={() => setStep({ name: "phone" })}>
              {securityCopy.factors.addPhone}
            </Button>
          )}
        </Row>
      );
    case "device":
      return (
        <NameForm
          title={copy.title}
          label={copy.name.label}
          hint={copy.name.hint}
          suggested={copy.defaultName}
          submit={copy.begin}
          busy={copy.beginning}
          onCancel={cancel}
          onNamed={async (name) => {
            const begun = withSentence(await acts.security.beginDevice(name), acts.onSignedOut);
            if (!begun.ok) return begun.problem;
            setStep({ name: "scan", device: begun.value, title: name });
            return undefined;
          }}
        />
      );
    case "key":
      return (
        <NameForm
          title={copy.keyTitle}
          label={copy.keyName}
          hint={copy.keyHint}
          suggested={copy.keyDefaultName}
          submit={copy.createKey}
          busy={copy.addingKey}
          onCancel={cancel}
          onNamed={async (name) => {
            const added = withSentence(await acts.security.addKey(name), acts.onSignedOut);
            if (!added.ok) return added.problem;
            cancel();
            await acts.onDone(copy.keyDone(name));
            return undefined;
          }}
        />
      );
    case "scan":
      return <ScanForm {...acts} device={step.device} name={step.title} onCancel={cancel} />;
    case "phone":
      return <PhoneForm {...acts} onCancel={cancel} onSent={(phone) => setStep({ name: "text", phone })} />;
    case "text":
      return <TextForm {...acts} phone={step.phone} onCancel={cancel} />;
  }
}

type NameFormProps = {
  title: string;
  label: string;
  hint: string;
  suggested: string;
  submit: string;
  busy: string;
  onCancel: () => void;
  /** @returns the sentence of what went wrong */
  onNamed: (name: string) => Promise<string | undefined>;
};

function NameForm({ title, label, hint, suggested, submit, busy, onCancel, onNamed }: NameFormProps) {
  const form = useForm({
    sentences: { factorName: { missing: copy.name.missing, tooLong: tooLong(maxFactorName) } },
    read: readFactorName,
    async send({ factorName }) {
      const sentence = await onNamed(factorName);
      return sentence === undefined ? undefined : { sentence };
    },
  });
  const [name, setName] = useState(suggested);

  // Focus: on what is to be typed.
  useEffect(() => focusField("factorName"), []);

  return (
    <Form form={form} words={formCopy} className="card security-form">
      <Stack gap={16}>
        <h3 className="text-lead">{title}</h3>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <Field
          name="factorName"
          label={label}
          hint={hint}
          value={name}
          onChange={setName}
          autoComplete="off"
          required
          problem={form.problemOf("factorName")}
        />
        <Ways submit={submit} busyLabel={form.isBusy ? busy : undefined} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

type ScanFormProps = SecurityActs & { device: NewDevice; name: string; onCancel: () => void };

/** The code to scan, the same as text, and the first code of the application as proof that it was read. */
function ScanForm({ device, name, security, onSignedOut, onDone, onCancel }: ScanFormProps) {
  const picture = useRef<HTMLDivElement>(null);
  const form = useForm({
    sentences: { code: codeSentences },
    read: readCode,
    async send({ code }) {
      const verified = withSentence(await security.verifyCode(device.factorId, { code }), onSignedOut);
      if (!verified.ok) return { field: "code" as const, sentence: verified.problem };
      onCancel();
      await onDone(copy.done(name));
      return undefined;
    },
  });

  // Focus: the picture comes first, then the code.
  useEffect(() => picture.current?.focus(), []);

  return (
    <Form form={form} words={formCopy} className="card security-form">
      <Stack gap={16}>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <div className="security-scan" ref={picture} tabIndex={-1}>
          <img src={device.picture} width={200} height={200} alt={copy.picture} />
          <Stack gap={8} alignContent="center">
            <p>{copy.scan}</p>
            <p className="text-small quiet">{copy.typed}</p>
            <code className="security-secret">{device.secret.replaceAll(/.{4}(?=.)/g, "$& ")}</code>
          </Stack>
        </div>
        <Field
          name="code"
          label={copy.code.label}
          hint={copy.code.hint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          problem={form.problemOf("code")}
        />
        <Ways submit={copy.verify} busyLabel={form.isBusy ? copy.verifying : undefined} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

type PhoneFormProps = SecurityActs & { onCancel: () => void; onSent: (phone: NewPhone) => void };

function PhoneForm({ security, onSignedOut, onCancel, onSent }: PhoneFormProps) {
  const { missing, malformed, ...words } = copy.phone;
  const form = useForm({
    sentences: { factorPhone: { missing, malformed } },
    read: readFactorPhone,
    async send({ factorPhone }) {
      const begun = withSentence(await security.beginPhone(factorPhone), onSignedOut);
      if (!begun.ok) return { sentence: begun.problem };
      onSent(begun.value);
      return undefined;
    },
  });

  // Focus: on what is to be typed.
  useEffect(() => focusField("factorPhone"), []);

  return (
    <Form form={form} words={formCopy} className="card security-form">
      <Stack gap={16}>
        <h3 className="text-lead">{copy.phoneTitle}</h3>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <Field
          name="factorPhone"
          {...words}
          type="tel"
          autoComplete="tel"
          required
          problem={form.problemOf("factorPhone")}
        />
        <Ways submit={copy.sendText} busyLabel={form.isBusy ? copy.sendingText : undefined} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

type TextFormProps = SecurityActs & { phone: NewPhone; onCancel: () => void };

/** The first code is the proof that the phone is theirs. */
function TextForm({ phone: { factorId, challengeId, name }, security, onSignedOut, onDone, onCancel }: TextFormProps) {
  const form = useForm({
    sentences: { code: codeSentences },
    read: readCode,
    async send({ code }) {
      const verified = withSentence(await security.verifyCode(factorId, { code, challengeId }), onSignedOut);
      if (!verified.ok) return { field: "code" as const, sentence: verified.problem };
      onCancel();
      await onDone(copy.phoneDone(name));
      return undefined;
    },
  });

  // Focus: on what is to be typed.
  useEffect(() => focusField("code"), []);

  return (
    <Form form={form} words={formCopy} className="card security-form">
      <Stack gap={16}>
        <h3 className="text-lead">{name}</h3>
        <FormNotice>{copy.texted}</FormNotice>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <Field
          name="code"
          {...copy.textCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          problem={form.problemOf("code")}
        />
        <Ways submit={copy.verifyPhone} busyLabel={form.isBusy ? copy.verifying : undefined} onCancel={onCancel} />
      </Stack>
    </Form>
  );
}

type WaysProps = { submit: string; busyLabel: string | undefined; onCancel: () => void };

function Ways({ submit, busyLabel, onCancel }: WaysProps) {
  return (
    <Row gap={12} isWrapping marginTop={4}>
      <Button type="submit" isSmall busyLabel={busyLabel}>
        {submit}
      </Button>
      <Button variant="quiet" isSmall hasPlug={false} onClick={onCancel}>
        {copy.cancel}
      </Button>
    </Row>
  );
}
