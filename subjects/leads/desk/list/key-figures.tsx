import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { followsLeads, leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { dash } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { formatCount } from "#app/ui/format.ts";
import { Row } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadFilters, noFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";

/** How many leads are where, over all of them: filters narrow the list, not these. Each leads to its list. */
export function KeyFigures() {
  const counts = useLeadCounts().data;
  const copy = admin.list.counts;

  return (
    <Row
      as="dl"
      isWrapping
      background="canvas"
      rule="bottom"
      className="key-figures"
      aria-label={admin.list.countsLabel}
    >
      {leadStatuses.map((status) => (
        <Figure
          key={status}
          label={copy[status]}
          count={counts && (counts.statuses[status] ?? 0)}
          list={{ ...noFilters, status: [status] }}
        />
      ))}
      <Figure label={copy.paid} count={counts?.paid} outOf={counts?.total} list={{ ...noFilters, isPaid: true }} />
    </Row>
  );
}

type FigureProps = {
  label: string;
  count: number | undefined;
  outOf?: number | undefined;
  /** Of the leads that are counted. */
  list: LeadFilters;
};

function Figure({ label, count, outOf, list }: FigureProps) {
  const shown = count === undefined ? dash : formatCount(count);
  const whole = outOf === undefined ? "" : `/${formatCount(outOf)}`;
  return (
    <Row gap={8} align="baseline" position="relative" paddingBlock={8} paddingInline={12} rule="right">
      <dt className="text-caption quiet">{label}</dt>
      <dd className="text-body strong tabular">
        <Link
          to={`/dashboard?${writeLeadFilters(list).toString()}`}
          aria-label={admin.list.countOf(label, `${shown}${whole}`)}
        >
          {shown}
          {whole !== "" && <small className="faint">{whole}</small>}
        </Link>
      </dd>
    </Row>
  );
}

function useLeadCounts() {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.counts,
    queryFn: async ({ signal }) => valueOf(await leads.count(signal)),
    meta: followsLeads,
  });
}
