import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { OwnSecurity, OwnSecurityState } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { securityCopy as copy } from "#content/security.ts";

import { FactorList } from "./factor-list.tsx";
import { FactorProof } from "./factor-proof.tsx";
import { IdentityList } from "./identity-list.tsx";
import { NewFactor } from "./new-factor.tsx";
import { useProvenSecurity } from "./owner-proof.tsx";
import { PasskeyList } from "./passkey-list.tsx";
import type { SectionHeading } from "./security-acts.ts";
import { withSentence } from "./security-sentence.ts";
import { SessionList } from "./session-list.tsx";

type Props = {
  security: OwnSecurity;
  onSignedOut: () => void;
  /** Told each time it is known. */
  onRead?: (state: OwnSecurityState) => void;
  /** Of its sections. */
  Heading?: SectionHeading;
  /** Passkeys and sessions are kept back until there is a second factor. */
  isRequired?: boolean;
};

/** The second factors and open sessions of the signed-in user; the result of an action is said above them. */
export function SecurityPanel({ security, onSignedOut, onRead, Heading = "h2", isRequired = false }: Props) {
  const [state, setState] = useState<OwnSecurityState>();
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);

  function show(answer: Awaited<ReturnType<OwnSecurity["read"]>>) {
    const found = withSentence(answer, onSignedOut);
    setFailure(found.ok ? undefined : found.problem);
    if (!found.ok) return;
    setState(found.value);
    onRead?.(found.value);
  }

  const read = async () => show(await security.read());
  const showFirst = useEffectEvent(show);
  // The account's own state, from the server.
  useEffect(() => void security.read().then((answer) => showFirst(answer)), [security]);

  /** The button that had the focus goes with its line: the sentence takes it. */
  async function settle(sentence: string) {
    setDone(sentence);
    await read();
    requestAnimationFrame(() => notice.current?.focus());
  }

  const { proving, proven } = useProvenSecurity(security, onSignedOut);
  const shared = { security: proven, onSignedOut, onDone: settle };
  return (
    <Stack gap={32}>
      {proving}
      <div ref={notice} tabIndex={-1} className="security-done">
        {done !== undefined && <FormNotice variant="success">{done}</FormNotice>}
      </div>
      {failure !== undefined && (
        <FormNotice variant="problem">
          {failure}{" "}
          <Button variant="quiet" isSmall hasPlug={false} onClick={() => void read()}>
            {copy.retry}
          </Button>
        </FormNotice>
      )}
      {state === undefined && failure === undefined && <p role="status">{copy.loading}</p>}
      {state?.asksProof && (
        <section aria-labelledby="preuve">
          <Heading className="text-subtitle" id="preuve">
            {copy.proof.title}
          </Heading>
          <Box as="p" marginTop={4} maxWidth="60ch" className="text-small quiet">
            {copy.proof.text}
          </Box>
          <FactorProof
            security={security}
            className="card security-form"
            factors={state.factors}
            onProved={read}
            onSignedOut={onSignedOut}
          />
        </section>
      )}
      {state && !state.asksProof && (
        <>
          <FactorList {...shared} Heading={Heading} factors={state.factors}>
            <NewFactor {...shared} />
          </FactorList>
          {!(isRequired && state.factors.length === 0) && (
            <>
              {security.offers.passkeys && <PasskeyList {...shared} Heading={Heading} passkeys={state.passkeys} />}
              {state.identities.length > 0 && (
                <IdentityList {...shared} Heading={Heading} identities={state.identities} />
              )}
              <SessionList {...shared} Heading={Heading} sessions={state.sessions} />
            </>
          )}
        </>
      )}
    </Stack>
  );
}
