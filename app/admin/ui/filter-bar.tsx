import { type ReactNode, useId } from "react";

import { Row, Stack } from "#app/ui/layout.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { searchMaxLength } from "#subjects/leads/rules/lead-filters.ts";

import { useTypedSearch } from "./use-typed-search.ts";

/** What narrows the lines of a screen; the address holds it. */
export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack
      as="search"
      columns={2}
      gap={8}
      paddingTop={16}
      paddingInline="inset"
      className="filter-bar"
      aria-label={label}
    >
      {children}
    </Stack>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

export function FilterChoice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </Field>
  );
}

/** @param value a day, such as 2026-11-20; empty for none */
export function FilterDay({ label, value, onChoose }: Omit<ChoiceProps, "options">) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <input id={id} type="date" value={value} onChange={(event) => onChoose(event.target.value)} />
    </Field>
  );
}

export function FilterSearch({ label, search, onSearch }: SearchProps) {
  const id = useId();
  const { typed, setTyped } = useTypedSearch(search, onSearch);

  return (
    <Field id={id} label={label}>
      <input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={searchMaxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </Field>
  );
}

type SearchProps = { label: string; search: string; onSearch: (search: string) => void };

function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <Row gap={8} align="center" paddingLeft={12} position="relative" className="filter-field lead-choice">
      <label className="faint" htmlFor={id}>
        {label}
      </label>
      {children}
    </Row>
  );
}
