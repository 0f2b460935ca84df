import { useState } from "react";

import type { OwnPasskey } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { useOnce } from "#app/ui/use-once.ts";
import { formCopy } from "#content/shared/form.ts";
import { securityCopy } from "#content/security.ts";

import { Instant } from "./instant.tsx";
import { Removal } from "./removal.tsx";
import type { SecurityActs, SectionHeading } from "./security-acts.ts";
import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.passkeys;

type Props = SecurityActs & { Heading: SectionHeading; passkeys: OwnPasskey[] };

/** Keys that stand for the password, each with its way out. */
export function PasskeyList({ Heading, passkeys, security, onSignedOut, onDone }: Props) {
  const [problem, setProblem] = useState<string>();
  const { isBusy, once } = useOnce();

  function add() {
    once(async () => {
      setProblem(undefined);
      const added = withSentence(await security.addPasskey(), onSignedOut);
      if (added.ok) return onDone(copy.added);
      setProblem(added.problem);
    });
  }

  return (
    <section aria-labelledby="cles-de-connexion">
      <Heading className="text-subtitle" id="cles-de-connexion">
        {copy.title}
      </Heading>
      <Box as="p" marginTop={4} maxWidth="60ch" className="text-small quiet">
        {copy.text}
      </Box>
      {passkeys.length > 0 && (
        <ul className="security-list" aria-label={copy.listLabel}>
          {passkeys.map((passkey, index) => (
            <PasskeyLine
              key={passkey.id}
              {...{ passkey, security, onSignedOut, onDone }}
              name={passkey.name ?? copy.name(index + 1)}
            />
          ))}
        </ul>
      )}
      <Row marginTop={16}>
        <Button variant="secondary" isSmall busyLabel={isBusy ? copy.adding : undefined} onClick={add}>
          {copy.add}
        </Button>
      </Row>
      {problem !== undefined && (
        <Box marginTop={12}>
          <FormNotice variant="problem">{problem}</FormNotice>
        </Box>
      )}
    </section>
  );
}

type LineProps = SecurityActs & { passkey: OwnPasskey; name: string };

function PasskeyLine({ passkey, name, security, onSignedOut, onDone }: LineProps) {
  const { id, addedAt, lastUsedAt } = passkey;
  const [isNaming, setIsNaming] = useState(false);
  const form = useForm<string, "passkey-name", "missing">({
    sentences: { "passkey-name": { missing: copy.newName.missing } },
    read({ "passkey-name": typed = "" }) {
      const text = typed.trim();
      return text === "" ? { ok: false, problem: { "passkey-name": "missing" } } : { ok: true, value: text };
    },
    async send(text) {
      const renamed = withSentence(await security.renamePasskey(id, text), onSignedOut);
      if (!renamed.ok) return { sentence: renamed.problem };
      setIsNaming(false);
      await onDone(copy.renamed(text));
      return undefined;
    },
  });

  return (
    <li>
      <Stack gap={2}>
        <b>{name}</b>
        <span className="text-small quiet">
          {copy.addedOn} <Instant at={addedAt} />
        </span>
        {lastUsedAt !== undefined && (
          <span className="text-small quiet">
            {copy.usedOn} <Instant at={lastUsedAt} />
          </span>
        )}
      </Stack>
      {isNaming ? (
        <Form form={form} words={formCopy}>
          <Stack gap={8}>
            <Field
              name="passkey-name"
              label={copy.newName.label}
              maxLength={120}
              defaultValue={passkey.name ?? ""}
              autoComplete="off"
              problem={form.problemOf("passkey-name")}
            />
            {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
            <Row gap={8}>
              <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsNaming(false)}>
                {copy.leaveName}
              </Button>
              <Button type="submit" isSmall hasPlug={false} busyLabel={form.isBusy ? copy.savingName : undefined}>
                {copy.saveName}
              </Button>
            </Row>
          </Stack>
        </Form>
      ) : (
        <Row gap={8} isWrapping>
          <Button
            variant="quiet"
            isSmall
            hasPlug={false}
            aria-label={copy.renameOf(name)}
            onClick={() => setIsNaming(true)}
          >
            {copy.rename}
          </Button>
          <Removal
            name={name}
            question={securityCopy.factors.confirmRemoval(name)}
            remove={() => security.removePasskey(id)}
            onRemoved={() => onDone(copy.removed)}
            onSignedOut={onSignedOut}
          />
        </Row>
      )}
    </li>
  );
}
