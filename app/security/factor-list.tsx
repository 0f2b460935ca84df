import type { ReactNode } from "react";

import type { SecondFactor } from "#app/api/transport/second-factor.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import { securityCopy } from "#content/security.ts";

import { Instant } from "./instant.tsx";
import { Removal } from "./removal.tsx";
import type { SecurityActs, SectionHeading } from "./security-acts.ts";

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
      {factors.length === 1 && (
        <Box as="p" marginTop={8} maxWidth="60ch" className="text-small quiet">
          {copy.onlyOne}
        </Box>
      )}
      {children}
    </section>
  );
}

type LineProps = SecurityActs & { factor: SecondFactor; isLast: boolean };

function FactorLine({ factor, isLast, security, onSignedOut, onDone }: LineProps) {
  const kind = copy.kinds[factor.kind] ?? factor.kind;
  const name = factor.name || kind;

  return (
    <li>
      <Stack gap={2}>
        <b>{name}</b>
        <span className="text-small quiet">
          {kind}, {copy.addedOn.toLowerCase()} <Instant at={factor.addedAt} />
        </span>
      </Stack>
      <Removal
        name={name}
        question={isLast ? copy.lastOne : copy.confirmRemoval(name)}
        remove={() => security.remove(factor.id)}
        onRemoved={() => onDone(copy.removed(name))}
        onSignedOut={onSignedOut}
      />
    </li>
  );
}
