import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { Stack } from "#app/ui/layout.tsx";

import { NothingHere } from "#app/admin/ui/nothing-here.tsx";
import { Button } from "#app/ui/button.tsx";
import { admin } from "#content/shared/admin.ts";
import { type LeadFilters, countActiveFilters, noFilters } from "#subjects/leads/rules/lead-filters.ts";

const copy = admin.list.empty;

/** What is true, and the way out. */
export function NoLeads({ filters }: { filters: LeadFilters }) {
  const { setFilters } = useLeadAddress();
  const active = countActiveFilters(filters);

  return (
    <Stack gap={8} justify="start" paddingBlock={40} paddingInline="inset" rule="top">
      <NothingHere {...describe(filters)} />
      {active > 0 && (
        <Button variant="secondary" isSmall onClick={() => setFilters({ ...noFilters, sort: filters.sort })}>
          {active === 1 && filters.search ? copy.clearSearch : copy.clear}
        </Button>
      )}
    </Stack>
  );
}

function describe(filters: LeadFilters): { title: string; text: string } {
  const active = countActiveFilters(filters);
  if (active === 0) return { title: copy.title, text: copy.text };
  if (filters.search === undefined) return { title: copy.noMatch, text: copy.filterAdvice(active) };
  return { title: copy.noMatchFor(filters.search), text: copy.advice(active - 1) };
}
