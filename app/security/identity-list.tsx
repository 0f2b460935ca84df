import type { LinkedIdentity } from "#subjects/account/calls/own-security.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import { securityCopy } from "#content/security.ts";

import { Instant } from "./instant.tsx";
import { Removal } from "./removal.tsx";
import type { SecurityActs, SectionHeading } from "./security-acts.ts";

const copy = securityCopy.identities;

type Props = SecurityActs & { Heading: SectionHeading; identities: LinkedIdentity[] };

/** Accounts elsewhere that open this one, each with its way out. */
export function IdentityList({ Heading, identities, security, onSignedOut, onDone }: Props) {
  return (
    <section aria-labelledby="comptes-lies">
      <Heading className="text-subtitle" id="comptes-lies">
        {copy.title}
      </Heading>
      <Box as="p" marginTop={4} maxWidth="60ch" className="text-small quiet">
        {copy.text}
      </Box>
      <ul className="security-list" aria-label={copy.listLabel}>
        {identities.map(({ id, provider, address, addedAt }) => {
          const name = securityCopy.ways[provider] ?? provider;
          return (
            <li key={id}>
              <Stack gap={2}>
                <b>{name}</b>
                {address !== undefined && <span className="text-small quiet">{address}</span>}
                <span className="text-small quiet">
                  {copy.addedOn} <Instant at={addedAt} />
                </span>
              </Stack>
              <Removal
                name={name}
                question={securityCopy.factors.confirmRemoval(name)}
                remove={() => security.unlinkIdentity(id)}
                onRemoved={() => onDone(copy.removed(name))}
                onSignedOut={onSignedOut}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
