import { useQuery } from "@tanstack/react-query";

import { followsLeads, leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { dash } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { formatCount } from "#app/ui/format.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";

/** How many leads are where, over all of them: filters narrow the list, not these. */
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
        <Figure key={status} label={copy[status]} count={counts && (counts.statuses[status] ?? 0)} />
      ))}
      <Figure label={copy.paid} count={counts?.paid} outOf={counts?.total} />
    </Row>
  );
}

type FigureProps = { label: string; count: number | undefined; outOf?: number | undefined };

function Figure({ label, count, outOf }: FigureProps) {
  return (
    <Box paddingTop={16} paddingBottom={12} paddingInline={8} rule="right" md={{ paddingInline: "inset" }}>
      <dt className="text-caption quiet">{label}</dt>
      <dd className="text-heading strong leading-tight tracking-display tabular">
        {count === undefined ? dash : formatCount(count)}
        {outOf !== undefined && <small className="faint">/{formatCount(outOf)}</small>}
      </dd>
    </Box>
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
