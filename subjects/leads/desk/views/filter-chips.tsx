import { Chip } from "#app/admin/ui/chip.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { type LeadFilterName, activeFilters, chooseFilter, clearFilters } from "#subjects/leads/rules/lead-filters.ts";

import { useFilterWords } from "./filter-words.ts";
import { useLeadAddress } from "./lead-address.ts";

const copy = adminLeads.filters;

/** What narrows the list without a field of the bar that says so; each goes by one touch. */
export function FilterChips({ names }: { names: readonly LeadFilterName[] }) {
  const { filters, setFilters } = useLeadAddress();
  const { wordsOf } = useFilterWords(filters);
  const active = activeFilters(filters).filter((name) => names.includes(name));
  if (active.length === 0) return null;

  return (
    <Row as="ul" gap={8} align="center" isWrapping paddingTop={8} paddingInline="inset" aria-label={copy.activeLabel}>
      {active.map((name) => {
        const chip = copy.chip(copy.labels[name], wordsOf(name));
        return (
          <li key={name}>
            <Chip
              label={chip}
              removeLabel={copy.remove(chip)}
              onRemove={() => setFilters(chooseFilter(filters, name, ""))}
            />
          </li>
        );
      })}
      {active.length > 1 && (
        <li>
          <button type="button" className="text-caption quiet-action" onClick={() => setFilters(clearFilters(filters))}>
            {copy.clear}
          </button>
        </li>
      )}
    </Row>
  );
}
