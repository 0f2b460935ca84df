import { Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

type Props = { title: string; children: ReactNode };

/** A screen that has one sentence to say and one way on. */
export function AdminMessage({ title, children }: Props) {
  return (
    <Stack
      as="main"
      gap={20}
      justify="start"
      alignContent="center"
      paddingBlock={40}
      paddingInline="inset"
      className="text-body admin-message"
    >
      <h1 className="text-title">{title}</h1>
      {children}
    </Stack>
  );
}
