import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { bulkCopy } from "#content/admin-bulk.ts";
import { admin } from "#content/admin.ts";
import { type LeadRow, nameOfLead } from "#domain/leads/lead-row.ts";

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
