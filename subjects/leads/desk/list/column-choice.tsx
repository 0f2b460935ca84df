import { useState } from "react";

import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";

import { fixedColumns, leadColumns, useLeadColumns } from "./lead-columns.ts";

const copy = adminLeads.columns;
const choosable = leadColumns.filter((column) => !fixedColumns.includes(column));

/** Which columns the list shows. */
export function ColumnChoice() {
  const { shown, isUsual, choose, reset } = useLeadColumns();
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button type="button" className="text-small quiet-action" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {copy.choose}
      </button>
      <DeskDialog title={copy.title} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Stack gap={8} columns={2}>
          {choosable.map((column) => (
            <Checkbox
              key={column}
              name={`colonne-${column}`}
              isChecked={shown.includes(column)}
              onChange={(isShown) =>
                choose(leadColumns.filter((each) => (each === column ? isShown : shown.includes(each))))
              }
            >
              {copy.heads[column]}
            </Checkbox>
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
