import { useState } from "react";

import { useListLook } from "#subjects/leads/desk/views/use-list-look.ts";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FilterChoice } from "#app/admin/ui/filter-bar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { type LeadColumn, densities, leadColumns, readDensity } from "#subjects/leads/rules/list-look.ts";

const copy = adminLeads.columns;

/** Which columns the list shows, in which order, and how close its rows stand. */
export function ColumnChoice() {
  const { shown, isUsual, choose, chooseDensity, reset } = useListLook();
  const [isOpen, setIsOpen] = useState(false);
  const [fixed, ...columns] = shown.columns;
  const others = leadColumns.filter((column) => !shown.columns.includes(column));
  const chooseOthers = (chosen: readonly LeadColumn[]) => choose(fixed ? [fixed, ...chosen] : chosen);

  return (
    <>
      <button type="button" className="text-small quiet-action" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {copy.choose}
      </button>
      <DeskDialog title={copy.title} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <FilterChoice
          label={copy.density}
          value={shown.density}
          options={densities.map((value) => ({ value, label: copy.densities[value] }))}
          onChoose={(text) => chooseDensity(readDensity(text) ?? shown.density)}
        />
        <Stack as="ul" gap={4}>
          {[...columns, ...others].map((column, place) => (
            <Row key={column} as="li" gap={8} align="center" justify="between">
              <Checkbox
                name={`colonne-${column}`}
                isChecked={columns.includes(column)}
                onChange={(isShown) =>
                  chooseOthers(isShown ? [...columns, column] : columns.filter((each) => each !== column))
                }
              >
                {copy.heads[column]}
              </Checkbox>
              {place > 0 && place < columns.length && (
                <button
                  type="button"
                  className="text-small quiet-action"
                  onClick={() => chooseOthers(raise(columns, place))}
                >
                  {copy.raise}
                  <span className="visually-hidden"> {copy.heads[column]}</span>
                </button>
              )}
            </Row>
          ))}
        </Stack>
        <Row gap={16} align="center" justify="between" isWrapping>
          <button type="button" className="text-small quiet-action" disabled={isUsual} onClick={reset}>
            {copy.reset}
          </button>
          <Button isSmall hasPlug={false} onClick={() => setIsOpen(false)}>
            {copy.close}
          </Button>
        </Row>
      </DeskDialog>
    </>
  );
}

/** One place to the left. */
function raise(columns: readonly LeadColumn[], place: number): LeadColumn[] {
  const [column] = columns.slice(place);
  const others = columns.filter((each) => each !== column);
  return column ? [...others.slice(0, place - 1), column, ...others.slice(place - 1)] : others;
}
