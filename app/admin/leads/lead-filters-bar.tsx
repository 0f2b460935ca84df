import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./lead-filters-bar.css";
import "#app/admin/ui/search-field.css";

import { useEffect, useId, useState } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { admin, originLabels, paymentLabels, statusLabels } from "#content/admin.ts";
import { funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadFilterName, chooseFilter, searchMaxLength, writeLeadFilters } from "#domain/leads/lead-filters.ts";

import { useLeadAddress } from "./lead-address.ts";

const copy = admin.list;
const any = { value: "", label: copy.any };

export function LeadFiltersBar() {
  const { filters, setFilters } = useLeadAddress();

  const choose = (name: LeadFilterName, text: string) => setFilters(chooseFilter(filters, name, text));

  return (
    <Stack
      as="search"
      columns={2}
      gap={8}
      paddingTop={16}
      paddingInline="inset"
      className="lead-filters"
      aria-label={copy.filtersLabel}
    >
      <SearchField
        search={filters.search ?? ""}
        onSearch={(search) => setFilters(chooseFilter(filters, "search", search), { isTyping: true })}
      />
      <Choice
        label={copy.origin}
        value={filters.origin ?? ""}
        options={[any, ...funnelOrigins.map((value) => ({ value, label: originLabels[value] }))]}
        onChoose={(value) => choose("origin", value)}
      />
      <Choice
        label={copy.status}
        value={filters.status ?? ""}
        options={[any, ...leadStatuses.map((value) => ({ value, label: statusLabels[value] }))]}
        onChoose={(value) => choose("status", value)}
      />
      <Choice
        label={copy.payment}
        value={writeLeadFilters(filters).get("paiement") ?? ""}
        options={[
          any,
          { value: "paye", label: paymentLabels.paid },
          { value: "non-paye", label: paymentLabels.unpaid },
        ]}
        onChoose={(value) => choose("isPaid", value)}
      />
    </Stack>
  );
}

/** Long enough to type on, short enough not to be felt. */
const typingPauseMs = 200;

/**
 * What is typed goes to the address after a short pause, or at once on Enter.
 *
 * The address also changes by itself (back, a cleared filter): the field then follows.
 */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  if (search !== followed) {
    setFollowed(search);
    if (search !== typed.trim()) setTyped(search);
  }

  // Synchronises with the clock: the search starts when typing pauses.
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => onSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <label className="search-field lead-search">
      <Icon name="search" />
      <span className="visually-hidden">{copy.search.label}</span>
      <input
        type="search"
        name="recherche"
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

type ChoiceProps = {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <Row gap={8} align="center" paddingLeft={12} position="relative" className="search-field lead-choice">
      <label className="faint" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </Row>
  );
}
