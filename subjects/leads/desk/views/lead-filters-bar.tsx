import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { useTypedSearch } from "#app/admin/ui/use-typed-search.ts";
import { filtersWidth } from "#app/admin/ui/widths.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { admin } from "#content/shared/admin.ts";
import {
  type LeadFilterName,
  chooseFilter,
  leadFilterNames,
  searchMaxLength,
} from "#subjects/leads/rules/lead-filters.ts";

import { FilterChips } from "./filter-chips.tsx";
import { useLeadAddress } from "./lead-address.ts";
import { FilterControl, MoreFilters } from "./more-filters.tsx";

const copy = admin.list;

type Three = readonly [LeadFilterName, LeadFilterName, LeadFilterName];
const usualOfList: Three = ["origin", "status", "isPaid"];

/** @param usual those that a team changes all day: they stand in the bar, where there is room */
export function LeadFiltersBar({ usual = usualOfList }: { usual?: Three }) {
  const { filters, setFilters } = useLeadAddress();
  const hasRoom = useMediaQuery(filtersWidth);
  const others = leadFilterNames.filter((name) => name !== "search" && !usual.includes(name));
  const apart = hasRoom ? others : [...usual, ...others];

  return (
    <>
      <Stack
        as="search"
        columns={2}
        gap={8}
        paddingTop={12}
        paddingInline="inset"
        className="lead-filters"
        aria-label={copy.filtersLabel}
      >
        <SearchField
          search={filters.search ?? ""}
          onSearch={(search) => setFilters(chooseFilter(filters, "search", search), { isTyping: true })}
        />
        {hasRoom && usual.map((name) => <FilterControl key={name} name={name} />)}
        <MoreFilters label={hasRoom ? adminLeads.filters.more : adminLeads.filters.all} names={apart} />
      </Stack>
      <FilterChips names={apart} />
    </>
  );
}

/** Enter searches at once. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { typed, setTyped } = useTypedSearch(search, onSearch);

  return (
    <label className="search-field lead-search">
      <Icon name="search" />
      <span className="visually-hidden">{copy.search.label}</span>
      <input
        type="search"
        name="recherche"
        {...pressedBy("search")}
        placeholder={copy.search.placeholder}
        maxLength={searchMaxLength}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") onSearch(typed.trim());
        }}
      />
    </label>
  );
}
