import { useState } from "react";

import type { OwnPasskey } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
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
          {passkeys.map(({ id, addedAt, lastUsedAt }, index) => (
            <li key={id}>
              <Stack gap={2}>
                <b>{copy.name(index + 1)}</b>
                <span className="text-small quiet">
                  {copy.addedOn} <Instant at={addedAt} />
                </span>
                {lastUsedAt !== undefined && (
                  <span className="text-small quiet">
                    {copy.usedOn} <Instant at={lastUsedAt} />
                  </span>
                )}
              </Stack>
              <Removal
                name={copy.name(index + 1)}
                question={securityCopy.factors.confirmRemoval(copy.name(index + 1))}
                remove={() => security.removePasskey(id)}
                onRemoved={() => onDone(copy.removed)}
                onSignedOut={onSignedOut}
              />
            </li>
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
