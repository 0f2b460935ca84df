import type { ReactNode } from "react";

import { Stack } from "#app/ui/layout.tsx";

/** What a screen comes down to, in a few figures. */
export function FigureRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack
      as="dl"
      gap={16}
      paddingInline="inset"
      paddingBlock={16}
      rule="bottom"
      className="figure-row"
      aria-label={label}
    >
      {children}
    </Stack>
  );
}

type FigureProps = { name: string; value: string; note?: string | undefined; isWrong?: boolean };

export function Figure({ name, value, note, isWrong = false }: FigureProps) {
  return (
    <div>
      <dt className="text-caption quiet">{name}</dt>
      <dd>
        <b
          className={`text-heading strong block leading-tight tracking-display tabular ${isWrong ? "color-error" : ""}`}
        >
          {value}
        </b>
        {note !== undefined && <span className="text-caption faint block">{note}</span>}
      </dd>
    </div>
  );
}
