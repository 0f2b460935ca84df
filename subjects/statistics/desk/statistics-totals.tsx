import { usePrices } from "#app/admin/data/services.ts";
import { dash } from "#app/admin/ui/formats.ts";
import type { Statistics } from "#subjects/statistics/contract/figures.ts";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Stack } from "#app/ui/layout.tsx";
import { adminStatistics } from "#subjects/statistics/words/admin-statistics.ts";

import { type Totals, totalsOf } from "./statistics-figures.ts";

const copy = adminStatistics.figures;
const percent = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 1 });
const hours = new Intl.NumberFormat("fr-FR", { style: "unit", unit: "hour", maximumFractionDigits: 1 });
const minutes = new Intl.NumberFormat("fr-FR", { style: "unit", unit: "minute", maximumFractionDigits: 0 });

/** Of whole hours from an hour on; null when no lead was called. */
function formatWait(seconds: number | null): string {
  if (seconds === null) return dash;
  return seconds < 3600 ? minutes.format(seconds / 60) : hours.format(seconds / 3600);
}

const figures: { label: string; note?: string; read: (totals: Totals) => string }[] = [
  { label: copy.leads, read: ({ leads }) => formatCount(leads) },
  { label: copy.contacted, read: ({ contacted }) => formatCount(contacted) },
  { label: copy.withinDay, read: ({ withinDay }) => formatCount(withinDay) },
  { label: copy.firstCall, read: ({ firstCallSeconds }) => formatWait(firstCallSeconds) },
  { label: copy.clients, read: ({ clients }) => formatCount(clients) },
  { label: copy.conversion, read: ({ conversion }) => (conversion === null ? dash : percent.format(conversion)) },
  { label: copy.value, note: copy.valueNote, read: ({ value }) => formatEuros(value) },
];

type Props = { current: Statistics; previous: Statistics | undefined };

/** Each figure of the period, and what it was in the one before. */
export function StatisticsTotals({ current, previous }: Props) {
  const prices = usePrices();
  const totals = totalsOf(current, prices);
  const before = previous && totalsOf(previous, prices);
  return (
    <Stack
      as="dl"
      paddingInline="inset"
      paddingBlock={16}
      rule="bottom"
      gap={16}
      className="statistics-totals"
      aria-label={copy.label}
    >
      {figures.map(({ label, note, read }) => (
        <div key={label}>
          <dt className="text-caption quiet">{label}</dt>
          <dd>
            <b className="text-heading strong block leading-tight tracking-display tabular">{read(totals)}</b>
            {before && <span className="text-caption faint block tabular">{copy.before(read(before))}</span>}
            {note !== undefined && <span className="text-caption faint block">{note}</span>}
          </dd>
        </div>
      ))}
    </Stack>
  );
}
