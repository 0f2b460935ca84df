import "#app/ui/text.css";
import { Stack } from "#app/ui/layout.tsx";
import "./no-leads.css";

import { SlackCord } from "#app/admin/ui/slack-cord.tsx";
import { Button } from "#app/ui/button.tsx";
import { admin } from "#content/admin.ts";
import { type LeadFilters, countActiveFilters, noFilters } from "#domain/leads/lead-filters.ts";

import { useLeadAddress } from "./lead-address.ts";

const copy = admin.list.empty;

/** What is true, and the way out. */
export function NoLeads({ filters }: { filters: LeadFilters }) {
  const { setFilters } = useLeadAddress();
  const { title, text } = describe(filters);
  const active = countActiveFilters(filters);

  return (
    <Stack gap={8} justify="start" className="no-leads">
      <SlackCord />
      <b className="text-subtitle">{title}</b>
      <p>{text}</p>
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
  if (filters.search === "") return { title: copy.noMatch, text: copy.filterAdvice(active) };
  return { title: copy.noMatchFor(filters.search), text: copy.advice(active - 1) };
}
