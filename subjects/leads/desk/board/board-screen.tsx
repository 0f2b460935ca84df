import { CSPProvider } from "@base-ui/react/csp-provider";
import { useState } from "react";

import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { LeadFiltersBar } from "#subjects/leads/desk/views/lead-filters-bar.tsx";
import { FilePanel } from "#subjects/leads/desk/file/file-panel.tsx";
import { PrintedLeads } from "#subjects/leads/desk/list/printed-leads.tsx";
import { LeadViews } from "#subjects/leads/desk/views/lead-views.tsx";
import { NewLeads } from "#app/admin/live/new-leads.tsx";
import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { Toast } from "#app/admin/ui/toast.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { tableWidth } from "#app/admin/ui/widths.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { adminBoard as copy } from "#subjects/leads/words/admin-board.ts";
import { admin, statusLabels } from "#content/shared/admin.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { BoardColumn, countText } from "./board-column.tsx";
import { type ColumnState, statusesOf, useColumns } from "./board-queries.ts";
import { useCardDrag } from "./use-card-drag.ts";

/** The leads as columns by status. */
export function BoardScreen() {
  usePageTitle(copy.title);
  const { now } = useDashboardVisit();
  const { filters, openFile, setOpenFile } = useLeadAddress();
  const { heading, toast, showToast, dismiss } = useToast();

  function showDeleted(sentence: string) {
    setOpenFile(undefined);
    showToast(sentence);
  }

  return (
    // The content policy lets no library write style elements.
    <CSPProvider disableStyleElements>
      <a className="skip-link" href="#tableau">
        {copy.skip}
      </a>
      <AdminBar />
      <Stack className="admin-columns" data-file={openFile}>
        <PrintedLeads now={now} />
        <Row as="main" direction="column" id="tableau" tabIndex={-1} className="board-page">
          <Row gap={12} align="center" justify="between" isWrapping paddingTop={8} paddingInline="inset">
            <h1 ref={heading} tabIndex={-1} className="text-subtitle leading-tight">
              {copy.title}
            </h1>
            <LeadViews />
          </Row>
          {/* Its columns are the statuses. */}
          <LeadFiltersBar usual={["origin", "owner", "isPaid"]} />
          <p id="tableau-mode" className="visually-hidden">
            {copy.intro}
          </p>
          <NewLeads filters={filters} />
          <Board openFile={openFile} onOpen={setOpenFile} />
        </Row>
        <FilePanel file={openFile} onClose={() => setOpenFile(undefined)} onDeleted={showDeleted} />
      </Stack>
      {toast && <Toast key={toast.number} sentence={toast.sentence} onDismiss={dismiss} />}
    </CSPProvider>
  );
}

type BoardProps = { openFile: string | undefined; onOpen: (leadId: string) => void };

function Board({ openFile, onOpen }: BoardProps) {
  const { now } = useDashboardVisit();
  const { filters } = useLeadAddress();
  const [depths, setDepths] = useState<Partial<Record<LeadStatus, number>>>({});
  const [said, setSaid] = useState("");
  const [focusedId, setFocusedId] = useState<string>();
  const columns = useColumns(filters, depths);
  const { shown, choice } = useColumnsInSight(columns, filters);

  const say = (sentence: (name: string) => string) => (lead: LeadRow) =>
    setSaid(sentence(nameOfLead(lead) ?? admin.list.unnamed));
  const sayMoved = (lead: LeadRow, status: LeadStatus) => say((name) => copy.heard.moved(name, status))(lead);
  const { drag, take } = useCardDrag({
    onTaken: say(copy.heard.taken),
    onMoved: sayMoved,
    onLeft: say(copy.heard.left),
  });

  return (
    <>
      {choice}
      <Stack
        gap={8}
        isGrowing
        paddingTop={12}
        paddingInline="inset"
        paddingBottom={8}
        className="board"
        role="group"
        aria-label={copy.columns}
        aria-describedby="tableau-mode"
      >
        {shown.map((column) => (
          <BoardColumn
            key={`${column.status} ${JSON.stringify(filters)}`}
            column={column}
            now={now}
            openFile={openFile}
            takenId={drag?.lead.leadId}
            isTarget={drag?.over === column.status}
            focusedId={focusedId}
            onFocused={() => setFocusedId(undefined)}
            onMore={() => setDepths({ ...depths, [column.status]: (depths[column.status] ?? 1) + 1 })}
            onOpen={onOpen}
            onTake={take}
            onMoved={(lead, status) => {
              sayMoved(lead, status);
              if (shown.length > 1) setFocusedId(lead.leadId ?? undefined);
            }}
          />
        ))}
      </Stack>
      {drag && (
        <Box
          paddingBlock={8}
          paddingInline={12}
          radius="md"
          background="ink"
          className="color-white board-ghost"
          style={{ transform: `translate(${drag.x}px, ${drag.y}px)` }}
          aria-hidden="true"
        >
          <b>{nameOfLead(drag.lead) ?? admin.list.unnamed}</b>
        </Box>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

/** All side by side on a desk; on a telephone one, chosen above it. */
function useColumnsInSight(columns: ColumnState[], filters: Parameters<typeof statusesOf>[0]) {
  const isWide = useMediaQuery(tableWidth);
  const [chosen, setChosen] = useState<LeadStatus>("to_contact");
  if (isWide) return { shown: columns, choice: null };

  const status = statusesOf(filters).find((known) => known === chosen) ?? columns[0]?.status;
  const choice = (
    <Row paddingInline="inset" paddingTop={8} className="board-choice" role="group" aria-label={copy.columns}>
      {columns.map((column) => (
        <button
          key={column.status}
          type="button"
          className="text-caption"
          aria-pressed={column.status === status}
          onClick={() => setChosen(column.status)}
        >
          {statusLabels[column.status]} <span className="tabular">{countText(column)}</span>
        </button>
      ))}
    </Row>
  );
  return { shown: columns.filter((column) => column.status === status), choice };
}
