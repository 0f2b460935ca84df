import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { formatEuros } from "#app/ui/format.ts";
import type { PaymentFigures } from "#subjects/statistics/contract/figures.ts";
import { adminStatistics, funnelNames, sourceNames } from "#subjects/statistics/words/admin-statistics.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";

import { Chart } from "./chart.tsx";

const copy = adminStatistics.payments;
const month = new Intl.DateTimeFormat("fr-FR", { timeZone: "UTC", month: "short", year: "numeric" });
const inEuros = (euros: number) => formatEuros(euros * 100);

type Group = PaymentFigures[number]["by"];

/** What payments brought, by the day they came, whatever the status of their lead. */
export function PaymentCharts({ figures }: { figures: PaymentFigures }) {
  const { personOf } = useColleagues();
  const named = (by: Group, name: string) =>
    by === "owner" && name !== "" ? fullNameOf(personOf(name)) : nameOf(by, name);
  const groups = (["month", "offer", "source", "owner"] as const).map((by) => ({
    by,
    rows: figures.filter((each) => each.by === by),
  }));
  return groups.map(({ by, rows }) => {
    const shown = by === "month" ? [...rows].sort((one, other) => one.name.localeCompare(other.name)) : rows;
    return shown.length === 0 ? null : (
      <Chart
        key={by}
        isLying={by !== "month"}
        title={copy.titles[by]}
        labelName={copy.names[by]}
        labels={shown.map(({ name }) => named(by, name))}
        series={[
          { name: copy.taken, values: shown.map(({ taken }) => taken / 100) },
          { name: copy.refunded, values: shown.map(({ refunded }) => refunded / 100) },
        ]}
        format={inEuros}
        extra={[{ name: copy.count, cells: shown.map(({ payments }) => String(payments)) }]}
      />
    );
  });
}

function nameOf(by: Group, name: string): string {
  if (name === "") return copy.unnamed[by];
  switch (by) {
    case "month":
      return month.format(new Date(name));
    case "offer":
      return funnelNames[name] ?? name;
    case "source":
      return sourceNames[name] ?? name;
    default:
      return name;
  }
}
