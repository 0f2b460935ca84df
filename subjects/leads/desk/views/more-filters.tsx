import { useState } from "react";

import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FilterChoice, FilterDay } from "#app/admin/ui/filter-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import {
  type LeadFilterName,
  activeFilters,
  chooseFilter,
  clearFilters,
  filterText,
  takesSeveral,
} from "#subjects/leads/rules/lead-filters.ts";

import { useFilterWords } from "./filter-words.ts";
import { useLeadAddress } from "./lead-address.ts";

const copy = adminLeads.filters;

/** One filter as a field; what is chosen is in the address at once. */
export function FilterControl({ name }: { name: LeadFilterName }) {
  const { filters, setFilters } = useLeadAddress();
  const { choicesOf } = useFilterWords(filters);
  const [isChoosing, setIsChoosing] = useState(false);
  // A day is a day after each digit of its year: one step back undoes it whole.
  const isTyping = name === "from" || name === "to";
  const field = {
    label: copy.labels[name],
    value: filterText(filters, name),
    onChoose: (text: string) => setFilters(chooseFilter(filters, name, text), { isTyping }),
  };
  if (isTyping) return <FilterDay {...field} />;
  if (!takesSeveral(name)) return <FilterChoice {...field} options={choicesOf(name)} />;
  return (
    <>
      <FilterChoice
        {...field}
        options={[...choicesOf(name), { value: several, label: copy.several }]}
        onChoose={(text) => (text === several ? setIsChoosing(true) : field.onChoose(text))}
      />
      <DeskDialog title={field.label} intro={copy.intro} isOpen={isChoosing} onClose={() => setIsChoosing(false)}>
        <SeveralChoices name={name} chosen={field.value} onChoose={field.onChoose} />
        <Row justify="end">
          <Button isSmall hasPlug={false} onClick={() => setIsChoosing(false)}>
            {copy.show}
          </Button>
        </Row>
      </DeskDialog>
    </>
  );
}

/** No value of a filter. */
const several = "…";

type SeveralProps = { name: LeadFilterName; chosen: string; onChoose: (text: string) => void };

/** Each value of a filter as a box; none of them ticked narrows nothing. */
function SeveralChoices({ name, chosen, onChoose }: SeveralProps) {
  const { filters } = useLeadAddress();
  const { optionsOf } = useFilterWords(filters);
  const values = chosen.split(",").filter(Boolean);
  return (
    <Stack gap={8} md={{ columns: 2 }}>
      {optionsOf(name).map(({ value, label }) => (
        <Checkbox
          key={value}
          name={`${name}-${value}`}
          isChecked={values.includes(value)}
          onChange={(isChosen) =>
            onChoose((isChosen ? [...values, value] : values.filter((each) => each !== value)).join(","))
          }
        >
          {label}
        </Checkbox>
      ))}
    </Stack>
  );
}

type Props = { label: string; names: readonly LeadFilterName[] };

/** The filters that have no place in the bar, one above the other. */
export function MoreFilters({ label, names }: Props) {
  const { filters, setFilters } = useLeadAddress();
  const [isOpen, setIsOpen] = useState(false);
  const active = activeFilters(filters).filter((name) => names.includes(name));

  return (
    <>
      <Row
        as="button"
        type="button"
        gap={8}
        align="center"
        paddingInline={12}
        className="control more-filters strong"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="filter" isSmall />
        {copy.counted(label, active.length)}
      </Row>
      <DeskDialog title={label} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Stack gap={8} md={{ columns: 2 }}>
          {names.map((name) => (
            <FilterControl key={name} name={name} />
          ))}
        </Stack>
        <Row gap={16} align="center" justify="between" isWrapping>
          <button type="button" className="text-small quiet-action" onClick={() => setFilters(clearFilters(filters))}>
            {copy.clear}
          </button>
          <Button isSmall hasPlug={false} onClick={() => setIsOpen(false)}>
            {copy.show}
          </Button>
        </Row>
      </DeskDialog>
    </>
  );
}
