import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "./sort-choice.css";

import { Icon } from "#app/ui/icon.tsx";
import { admin, sortLabels } from "#content/admin.ts";
import { type LeadSort, leadSortColumns, readLeadSort, writeLeadSort } from "#domain/leads/lead-filters.ts";

const sorts: LeadSort[] = leadSortColumns.flatMap((column) => [
  { column, direction: column === "created_at" || column === "updated_at" ? "desc" : "asc" },
  { column, direction: column === "created_at" || column === "updated_at" ? "asc" : "desc" },
]);

type Props = { sort: LeadSort; onChoose: (sort: LeadSort) => void };

/** Says the order in words and changes it, also where the table shows no column heads. */
export function SortChoice({ sort, onChoose }: Props) {
  return (
    <Row align="center" position="relative" className="faint sort-choice">
      <select
        aria-label={admin.list.sort}
        value={writeLeadSort(sort)}
        onChange={(event) => {
          const chosen = readLeadSort(event.target.value);
          if (chosen) onChoose(chosen);
        }}
      >
        {sorts.map((choice) => (
          <option key={writeLeadSort(choice)} value={writeLeadSort(choice)}>
            {sortLabels[choice.column][choice.direction]}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </Row>
  );
}
