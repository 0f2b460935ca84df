import "#app/ui/text.css";

import { type ReactNode, useState } from "react";

import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form/form-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { securityCopy } from "#content/security.ts";

import { Instant } from "./instant.tsx";
import type { SecurityActs, SectionHeading } from "./security-panel.tsx";
import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.factors;

type Props = SecurityActs & {
  Heading: SectionHeading;
  factors: SecondFactor[];
  children: ReactNode;
};

/** What is asked after the password, each with its way out. */
export function FactorList({ Heading, factors, children, ...acts }: Props) {
  return (
    <section aria-labelledby="second-facteur">
      <Heading className="text-subtitle" id="second-facteur">
        {copy.title}
      </Heading>
      <Box as="p" marginTop={4} maxWidth="60ch" className="text-small quiet">
        {factors.length === 0 ? copy.none : copy.text}
      </Box>
      {factors.length > 0 && (
        <ul className="security-list" aria-label={copy.listLabel}>
          {factors.map((factor) => (
            <FactorLine key={factor.id} {...acts} factor={factor} isLast={factors.length === 1} />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

type LineProps = SecurityActs & { factor: SecondFactor; isLast: boolean };

function FactorLine({ factor, isLast, security, onSignedOut, onDone }: LineProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { isBusy, once } = useOnce();
  const kind = copy.kinds[factor.kind] ?? factor.kind;
  const name = factor.name || kind;

  function remove() {
    once(async () => {
      const removed = withSentence(await security.remove(factor.id), onSignedOut);
      if (removed.ok) return onDone(copy.removed(name));
      setProblem(removed.problem);
    });
  }

  return (
    <li>
      <Stack gap={2}>
        <b>{name}</b>
        <span className="text-small quiet">
          {kind}, {copy.addedOn.toLowerCase()} <Instant at={factor.addedAt} />
        </span>
      </Stack>
      {isAsking ? (
        <Row gap={8} align="center" isWrapping role="group" aria-label={copy.confirmRemoval(name)}>
          <span className="text-small">{isLast ? copy.lastOne : copy.confirmRemoval(name)}</span>
          <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsAsking(false)}>
            {copy.keep}
          </Button>
          <Button
            variant="danger"
            isSmall
            hasPlug={false}
            aria-label={copy.removeOf(name)}
            busyLabel={isBusy ? copy.removing : undefined}
            onClick={remove}
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
    </li>
  );
}
