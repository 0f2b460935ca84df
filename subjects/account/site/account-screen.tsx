import type { ReactNode, Ref } from "react";

import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box } from "#app/ui/layout.tsx";

/** What is said or asked beside the drawing. */
export function AccountScreen({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <Box ref={ref} paddingBlock="block-large" paddingInline="cell" className="account-screen breakable">
      {children}
    </Box>
  );
}

/** Its title takes the focus when the screen comes. */
export function AccountHead({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-title leading-display hanging">
        {title}
      </h1>
      <Box as="p" marginTop={16} maxWidth="46ch" className="lead">
        {lead}
      </Box>
    </>
  );
}

/** Apart from what stands above it. */
export function AccountNotice(props: Parameters<typeof FormNotice>[0]) {
  return (
    <Box marginTop={32}>
      <FormNotice {...props} />
    </Box>
  );
}
