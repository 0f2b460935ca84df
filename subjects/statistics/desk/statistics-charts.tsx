import { usePrices } from "#app/admin/data/services.ts";
import type { PaymentFigures, Statistics } from "#subjects/statistics/contract/figures.ts";
import { formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import {
  adminStatistics as copy,
  deviceNames,
  fieldNames,
  funnelNames,
  sourceNames,
} from "#subjects/statistics/words/admin-statistics.ts";
import { reasonLabels, waitingListLabel } from "#content/shared/admin.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { type Period, type StatisticsView, stepsOf } from "#subjects/statistics/rules/statistics-period.ts";

import { Chart } from "./chart.tsx";
import { PaymentCharts } from "./payment-charts.tsx";
import { offersOf, seriesOf, stepsOfFunnel } from "./statistics-figures.ts";

const month = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", month: "short", year: "numeric" });
const percent = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 0 });
/** Fields beyond are rare. */
const mostFields = 12;

type Props = { view: StatisticsView; before: Period; current: Statistics; previous: Statistics | undefined };
type ChartsProps = Props & { payments: PaymentFigures };

export function StatisticsCharts({ view, before, current, previous, payments }: ChartsProps) {
  return (
    <Stack columns={1} gap={40} paddingInline="inset" paddingTop={24} lg={{ columns: 2 }}>
      <Volumes view={view} before={before} current={current} previous={previous} />
      {funnelOffers.map((funnel) => (
        <Funnel key={funnel} funnel={funnel} current={current} />
      ))}
      <Refusals current={current} />
      <Origins title={copy.sources.title} words={copy.sources} names={sourceNames} origins={current.sources} />
      <Origins title={copy.devices.title} words={copy.devices} names={deviceNames} origins={current.devices} />
      <Offers current={current} />
      <PaymentCharts figures={payments} />
      <Reasons current={current} />
    </Stack>
  );
}

function Volumes({ view, before, current, previous }: Props) {
  const leadsOf = ({ days }: Statistics) => days.map(({ day, leads }) => ({ day, count: leads }));
  const past = previous && seriesOf({ ...before, step: view.step }, leadsOf(previous));
  return (
    <Box minWidth={0} lg={{ span: "all" }}>
      <Chart
        title={copy.volumes.title}
        labelName={copy.date}
        labels={stepsOf(view).map((day) => (view.step === "mois" ? month.format(new Date(day)) : formatDayOfYear(day)))}
        series={[
          { name: copy.volumes.leads, values: seriesOf(view, leadsOf(current)) },
          { name: copy.volumes.visits, values: seriesOf(view, current.visits), isLine: true },
          ...(past ? [{ name: copy.volumes.before, values: past, isLine: true as const }] : []),
        ]}
      />
    </Box>
  );
}

function Funnel({ funnel, current }: { funnel: (typeof funnelOffers)[number]; current: Statistics }) {
  const steps = stepsOfFunnel(current, funnel);
  if (steps.every(({ seen }) => seen === 0)) return null;
  return (
    <Chart
      title={`${copy.funnel.title}\u00a0: ${funnelNames[funnel]}`}
      labelName={copy.funnel.step}
      labels={steps.map(({ step }) => copy.funnel.steps[step] ?? String(step))}
      series={[
        { name: copy.funnel.seen, values: steps.map(({ seen }) => seen) },
        { name: copy.funnel.done, values: steps.map(({ done }) => done) },
      ]}
      extra={[
        {
          name: copy.funnel.rate,
          cells: steps.map(({ seen, done }) => (seen > 0 ? percent.format(done / seen) : "–")),
        },
      ]}
    />
  );
}

function Refusals({ current: { refusals } }: { current: Statistics }) {
  const shown = refusals.slice(0, mostFields);
  if (shown.length === 0) return null;
  return (
    <Chart
      isLying
      title={copy.refusals.title}
      labelName={copy.refusals.field}
      labels={shown.map(({ funnel, step, field }) =>
        copy.refusals.label(fieldNames[field] ?? field, funnelNames[funnel] ?? funnel, step),
      )}
      series={[{ name: copy.refusals.count, values: shown.map(({ count }) => count) }]}
    />
  );
}

type OriginsProps = {
  title: string;
  words: { name: string; seen: string; sent: string };
  names: Readonly<Record<string, string>>;
  origins: Statistics["sources"];
};

function Origins({ title, words, names, origins }: OriginsProps) {
  if (origins.length === 0) return null;
  return (
    <Chart
      isLying
      title={title}
      labelName={words.name}
      labels={origins.map(({ name }) => names[name] ?? name)}
      series={[
        { name: words.seen, values: origins.map(({ seen }) => seen) },
        { name: words.sent, values: origins.map(({ sent }) => sent) },
      ]}
    />
  );
}

function Reasons({ current: { reasons } }: { current: Statistics }) {
  if (reasons.length === 0) return null;
  return (
    <Chart
      isLying
      title={copy.reasons.title}
      labelName={copy.reasons.name}
      labels={reasons.map(({ name }) => reasonLabels[name])}
      series={[{ name: copy.reasons.count, values: reasons.map(({ count }) => count) }]}
    />
  );
}

const inEuros = (euros: number) => formatEuros(euros * 100);

function Offers({ current }: { current: Statistics }) {
  const prices = usePrices();
  const offers = offersOf(current, prices);
  if (offers.length === 0) return null;
  return (
    <Chart
      isLying
      title={copy.offers.title}
      labelName={copy.offers.name}
      labels={offers.map(({ funnel, isWaitingList }) =>
        isWaitingList ? waitingListLabel : (funnelNames[funnel] ?? funnel),
      )}
      series={[{ name: copy.offers.value, values: offers.map(({ value }) => value / 100) }]}
      format={inEuros}
      extra={[
        { name: copy.offers.leads, cells: offers.map(({ leads }) => String(leads)) },
        { name: copy.offers.clients, cells: offers.map(({ clients }) => String(clients)) },
      ]}
    />
  );
}
