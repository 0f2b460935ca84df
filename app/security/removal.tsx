import { useState } from "react";

import type { SecurityProblem } from "#subjects/account/calls/own-security.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { securityCopy } from "#content/security.ts";
import type { Result } from "#kit/result.ts";

import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.factors;

type Props = {
  /** Of what goes, as its line says it. */
  name: string;
  question: string;
  remove: () => Promise<Result<void, SecurityProblem>>;
  onRemoved: () => Promise<void>;
  onSignedOut: () => void;
};

/** Takes something of a list away, after a second press. */
export function Removal({ name, question, remove, onRemoved, onSignedOut }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { isBusy, once } = useOnce();

  function removeOnce() {
    once(async () => {
      const removed = withSentence(await remove(), onSignedOut);
      if (removed.ok) return onRemoved();
      setProblem(removed.problem);
    });
  }

  return (
    <>
      {isAsking ? (
        <Row gap={8} align="center" isWrapping role="group" aria-label={copy.confirmRemoval(name)}>
          <span className="text-small">{question}</span>
          <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsAsking(false)}>
            {copy.keep}
          </Button>
          <Button
            variant="danger"
            isSmall
            hasPlug={false}
            aria-label={copy.removeOf(name)}
            busyLabel={isBusy ? copy.removing : undefined}
            onClick={removeOnce}
          >
            {copy.remove}
          </Button>
        </Row>
      ) : (
        <Button
          variant="quiet"
          isSmall
          hasPlug={false}
          aria-label={copy.removeOf(name)}
          onClick={() => setIsAsking(true)}
        >
          {copy.remove}
        </Button>
      )}
      {problem !== undefined && <FormNotice variant="problem">{problem}</FormNotice>}
    </>
  );
}
