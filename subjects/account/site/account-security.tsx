import { useState } from "react";

import type { OwnSecurity } from "#subjects/account/calls/own-security.ts";
import { SecurityPanel } from "#app/security/security-panel.tsx";
import { Button } from "#app/ui/button.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";

const copy = dashboardCopy.security;

type Props = { security: OwnSecurity; onSignedOut: () => void };

/** A customer's second factor and sessions; nothing is asked for before it is opened. */
export function AccountSecurity({ security, onSignedOut }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box as="section" rule="top" aria-labelledby="securite">
      <Stack
        gap={16}
        paddingTop="block"
        paddingBottom={isOpen ? 24 : "block"}
        paddingInline="cell"
        tablet={{ columns: "1fr auto", align: "center" }}
      >
        <div>
          <h2 className="text-subtitle leading-tight" id="securite">
            {copy.title}
          </h2>
          <Box as="p" marginTop={8} maxWidth="48ch" className="text-small quiet">
            {copy.text}
          </Box>
        </div>
        {!isOpen && (
          <Button variant="secondary" isSmall onClick={() => setIsOpen(true)}>
            {copy.open}
          </Button>
        )}
      </Stack>
      {isOpen && (
        <Box paddingInline="cell" paddingBottom="block">
          <SecurityPanel security={security} Heading="h3" onSignedOut={onSignedOut} />
        </Box>
      )}
    </Box>
  );
}
