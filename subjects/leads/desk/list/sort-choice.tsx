import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";
import { admin, sortLabels } from "#content/shared/admin.ts";
import { type LeadSort, isSameSort, leadSortColumns, reverseSort, sortFirst } from "#subjects/leads/rules/lead-sort.ts";

const sorts = leadSortColumns.flatMap((column) => [sortFirst(column), reverseSort(sortFirst(column))]);

type Props = { sort: LeadSort; onChoose: (sort: LeadSort) => void };

/** Says the order in words and changes it, also where the table shows no column heads. */
export function SortChoice({ sort, onChoose }: Props) {
  return (
    <Row align="center" position="relative" className="faint sort-choice">
      <select
        aria-label={admin.list.sort}
        value={sorts.findIndex((choice) => isSameSort(choice, sort))}
        onChange={(event) => {
          const chosen = sorts[Number(event.target.value)];
          if (chosen) onChoose(chosen);
        }}
      >
        {sorts.map((choice, index) => (
          <option key={`${choice.column} ${choice.direction}`} value={index}>
            {sortLabels[choice.column][choice.direction]}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </Row>
  );
}
