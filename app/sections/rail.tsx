import type { ReactNode } from "react";

import { Box, Stack } from "#app/ui/layout.tsx";

import { Lead } from "./lead.tsx";

type Props = {
  id?: string;
  title: ReactNode;
  lead?: string;
  /** Below the lead. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A quiet title that stays beside its matter. */
export function Rail({ id, title, lead, aside, children }: Props) {
  return (
    <Stack as="section" lg={{ columns: 4 }} className="section" id={id}>
      <Box paddingTop="block" paddingBottom={16} paddingInline="cell" tablet={{ paddingBottom: 24 }}>
        <Stack tablet={{ columns: "1fr 1fr", columnGap: 32 }} lg={{ columns: 1 }} className="rail-title">
          <h2 className="text-heading leading-tight pretty">{title}</h2>
          <div>
            {lead !== undefined && (
              <Box marginTop={8} maxWidth="46ch" tablet={{ marginTop: 0 }} lg={{ marginTop: 16 }}>
                <Lead>{lead}</Lead>
              </Box>
            )}
            {aside}
          </div>
        </Stack>
      </Box>
      <Box minWidth={0} lg={{ column: "2 / -1", rule: "left" }}>
        {children}
      </Box>
    </Stack>
  );
}
