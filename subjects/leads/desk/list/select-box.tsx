import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { bulkCopy } from "#subjects/leads/words/admin-bulk.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

type Props = {
  lead: LeadRow;
  isSelected: boolean;
  /** @param isRange with Shift: from the last choice to here */
  onSelect: (isRange: boolean) => void;
};

/** Whether the lead is one of those that are chosen. */
export function SelectBox({ lead, isSelected, onSelect }: Props) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        {...pressedBy("select")}
        aria-label={bulkCopy.select(nameOfLead(lead) ?? admin.list.unnamed)}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  );
}
