import { createStoredText } from "#app/admin/ui/stored-text.ts";
import { leadColumnsKey, leadDensityKey } from "#domain/site/storage-keys.ts";
import { type Density, type LeadColumn, densities, readColumns, readDensity } from "#subjects/leads/rules/list-look.ts";

import { useLeadAddress } from "./lead-address.ts";

const usualColumns: readonly LeadColumn[] = [
  "last_name",
  "email",
  "funnel_origin",
  "volume",
  "lead_status",
  "payment_status",
  "created_at",
];

/** What has a place on a card. */
export const cardColumns: readonly LeadColumn[] = ["last_name", "funnel_origin", "lead_status", "payment_status"];

const storedColumns = createStoredText(leadColumnsKey);
const storedDensity = createStoredText(leadDensityKey);

/**
 * The columns and the room of each row: those of the view, of the address, or else of this browser, which keeps what is
 * chosen beside no view.
 */
export function useListLook() {
  const { look, view, setLook } = useLeadAddress();
  const columnsHere = storedColumns.useText();
  const densityHere = readDensity(storedDensity.useText());
  const isOfAddress = view !== undefined || Object.keys(look).length > 0;
  const columns = look.columns ?? (columnsHere === null ? usualColumns : readColumns(columnsHere, " "));
  const density: Density = look.density ?? densityHere ?? densities[0];

  return {
    shown: { columns, density },
    isUsual: columns.join() === usualColumns.join() && density === densities[0],
    choose: (chosen: readonly LeadColumn[]) => {
      if (isOfAddress) setLook({ columns: chosen, density });
      else storedColumns.write(chosen.join(" "));
    },
    chooseDensity: (chosen: Density) => {
      if (isOfAddress) setLook({ columns, density: chosen });
      else storedDensity.write(chosen);
    },
    reset: () => {
      storedColumns.write(null);
      storedDensity.write(null);
      if (isOfAddress) setLook(view ? { columns: usualColumns, density: densities[0] } : {});
    },
  };
}
