/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   roles are said again because some browsers drop those of table elements that are laid out as cards */
import { Row } from "#app/ui/layout.tsx";
import { rowSortingFeature, tableFeatures, useTable, type ColumnDef, type SortingState } from "@tanstack/react-table";
import { useVirtualizer, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

import { fileOfRow } from "#app/admin/data/file-address.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { isSelected } from "#subjects/leads/desk/bulk/lead-selection.ts";
import { usePagesInView, useTrail } from "#subjects/leads/desk/rows/lead-pages.ts";
import { type Trail, rowsToDraw } from "#subjects/leads/desk/rows/lead-trail.ts";
import type { LeadSelecting } from "#subjects/leads/desk/bulk/use-lead-selection.ts";
import { cardColumns, useListLook } from "#subjects/leads/desk/views/use-list-look.ts";
import { keyScope } from "#app/admin/keys/pressed-by.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { LeadPage } from "#subjects/leads/calls/leads.ts";
import { Icon } from "#app/ui/icon.tsx";
import { bulkCopy } from "#subjects/leads/words/admin-bulk.ts";
import { admin } from "#content/shared/admin.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { type LeadFilters, countsExactly } from "#subjects/leads/rules/lead-filters.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { LeadColumn } from "#subjects/leads/rules/list-look.ts";
import { type LeadSort, leadSortColumns, sortFirst } from "#subjects/leads/rules/lead-sort.ts";

import { LeadCell, LeadCellSkeleton } from "./lead-cell.tsx";
import { useListTop, useStartOfList } from "./list-place.ts";
import { useRowKeys } from "./row-keys.ts";
import { SelectBox } from "./select-box.tsx";
import { useRowSelection } from "./use-row-selection.ts";

const copy = admin.list;

/** A place in the list; its lead is undefined until the page it belongs to has arrived. */
type Slot = { id: string; index: number; lead: LeadRow | undefined };

/**
 * A row is its lead's, wherever it moves: were it that of its place, a status chosen while a new lead comes in above
 * would be the neighbour's. While a list moves, two pages may hold the same lead: the second is that of its place.
 */
function slotsOf(items: readonly { index: number }[], leadAt: (index: number) => LeadRow | undefined): Slot[] {
  const taken = new Set<string>();
  return items.map(({ index }) => {
    const lead = leadAt(index);
    const leadId = lead?.leadId ?? "";
    const id = leadId === "" || taken.has(leadId) ? `place ${index}` : leadId;
    taken.add(id);
    return { id, index, lead };
  });
}

const features = tableFeatures({ rowSortingFeature });

/** Of the cells that a stylesheet knows; those that are only chosen look alike. */
const columnClasses: Record<string, string> = {
  last_name: "lead-contact",
  email: "lead-reach",
  funnel_origin: "lead-origin",
  volume: "lead-volume",
  lead_status: "lead-status",
  payment_status: "lead-payment",
  created_at: "lead-created",
  open: "lead-open",
};

/** Their ids are the names by which `list_leads` orders. */
function columnsOf(shown: readonly LeadColumn[]): ColumnDef<typeof features, Slot>[] {
  return [
    ...shown.map((id) => ({
      id,
      header: adminLeads.columns.heads[id],
      accessorFn: ({ index }: Slot) => index,
      sortDescFirst: sortFirst(id).direction === "desc",
    })),
    { id: "open", header: adminLeads.columns.open },
  ];
}

/** More of them than fit side by side are scrolled, both ways, in a box of their own: the name and the heads stay. */
const columnsThatFit = 8;
const wideColumnWidth = 150;

const rowHeights = { serree: 47, aeree: 63, card: 119 };
const rowsBeyondTheWindow = 8;

type Props = {
  filters: LeadFilters;
  /** Undefined while nothing was ever loaded. */
  firstPage: LeadPage | undefined;
  /** The rows are still those of the filters from before. */
  isPrevious: boolean;
  /** Columns, or a card per lead; the virtualizer's heights hold for one of them. */
  isTable: boolean;
  selecting: LeadSelecting;
  hasBoxes: boolean;
  now: Date;
};

/** Every matching lead is a row of this table; only those near the window are in the document. */
export function LeadTable({ filters, firstPage, isPrevious, isTable, selecting, hasBoxes, now }: Props) {
  const { setFilters, openFile, setOpenFile } = useLeadAddress();
  const { shown } = useListLook();
  const columns = isTable ? shown.columns : cardColumns;
  const isWide = columns.length > columnsThatFit;
  const { body, top } = useListTop();
  const box = useRef<HTMLDivElement>(null);
  const watchedPage = isPrevious ? undefined : firstPage;
  const { trail, keep } = useTrail(filters, watchedPage);
  const count = isPrevious && firstPage ? firstPage.rows.length : rowsToDraw(trail);

  const rowHeight = rowHeights[isTable ? shown.density : "card"];
  const drawn = { count, estimateSize: () => rowHeight, overscan: rowsBeyondTheWindow };
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is not used here
  const inWindow = useWindowVirtualizer({ ...drawn, enabled: !isWide, scrollMargin: top });
  // oxlint-disable-next-line react/incompatible-library -- React Compiler is not used here
  const inBox = useVirtualizer({ ...drawn, enabled: isWide, getScrollElement: () => box.current });
  const virtualizer = isWide ? inBox : inWindow;
  const rowsFrom = isWide ? 0 : top;
  const items = virtualizer.getVirtualItems();

  const range = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const pages = usePagesInView({ filters, firstPage: watchedPage, trail, ...range });
  keep(pages.followed);
  const slots = slotsOf(items, (index) => (isPrevious ? firstPage?.rows[index] : pages.rowAt(index)));

  const table = useTable({
    features,
    columns: columnsOf(columns),
    data: slots,
    getRowId: ({ id }) => id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: sortingOf(filters.sort, columns) },
    onSortingChange: (update) => {
      const sorting = typeof update === "function" ? update(sortingOf(filters.sort, columns)) : update;
      const sort = sortOf(sorting);
      if (sort) setFilters({ ...filters, sort });
    },
  });

  useStartOfList(filters, { top, box });
  const rows = useRowSelection(selecting, { filters, trail });
  const rowKeys = useRowKeys({ body, onExtend: (from, to) => rows.extend(from, to) });

  const start = items[0] ? items[0].start - rowsFrom : 0;
  const end = items.length > 0 ? virtualizer.getTotalSize() - ((items.at(-1)?.end ?? rowsFrom) - rowsFrom) : 0;

  return (
    <>
      <div
        ref={box}
        {...(isWide && {
          className: "lead-table-wide",
          "data-scrolls": true,
          style: { height: `calc(100dvh - ${top}px + var(--list-head))` },
          role: "region",
          tabIndex: 0,
          "aria-label": adminLeads.columns.tableLabel,
        })}
      >
        <table
          className={`lead-table lead-rows-${shown.density}`}
          style={isWide ? { minWidth: columns.length * wideColumnWidth } : undefined}
          role="table"
          aria-rowcount={rowCountOf(filters, watchedPage, trail)}
          aria-busy={firstPage === undefined || isPrevious}
        >
          <caption className="visually-hidden">{copy.title}</caption>
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {hasBoxes && (
                <th scope="col" role="columnheader" className="lead-select">
                  <span className="visually-hidden">{bulkCopy.column}</span>
                </th>
              )}
              {table.getFlatHeaders().map(({ column }) => (
                <th
                  key={column.id}
                  scope="col"
                  role="columnheader"
                  className={columnClasses[column.id] ?? "lead-chosen"}
                  aria-sort={ariaSort(column.getIsSorted())}
                >
                  {column.getCanSort() ? (
                    <Row as="button" gap={4} align="center" type="button" onClick={column.getToggleSortingHandler()}>
                      {String(column.columnDef.header)}
                      <Icon name="sort" isSmall />
                    </Row>
                  ) : (
                    <span className={column.id === "open" ? "visually-hidden" : undefined}>
                      {String(column.columnDef.header)}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" className={isPrevious ? "lead-rows-previous" : undefined} {...rowKeys}>
            <Gap height={start} />
            {table.getRowModel().rows.map((row) => {
              const { index, lead } = row.original;
              const file = fileOfRow(lead?.leadId ?? null, index);
              const isOpen = lead !== undefined && file === openFile;
              const isChosen = lead?.leadId != null && isSelected(selecting.selection, lead.leadId);
              return (
                <tr
                  key={row.id}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  role="row"
                  aria-rowindex={index + 2}
                  aria-current={isOpen ? "true" : undefined}
                  className={rowClasses({ hasBoxes, isChosen })}
                  {...(lead && keyScope("row"))}
                >
                  {hasBoxes && (
                    <td role="cell" className="lead-select">
                      {lead?.leadId != null && (
                        <SelectBox
                          lead={lead}
                          isSelected={isChosen}
                          onSelect={(isRange) => rows.select(index, isRange)}
                        />
                      )}
                    </td>
                  )}
                  {row.getAllCells().map((cell) => (
                    <td key={cell.id} role="cell" className={columnClasses[cell.column.id] ?? "lead-chosen"}>
                      {lead ? (
                        <LeadCell
                          column={cell.column.id}
                          lead={lead}
                          now={now}
                          isOpen={isOpen}
                          onOpen={() => setOpenFile(file)}
                        />
                      ) : (
                        <LeadCellSkeleton column={cell.column.id} />
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
            <Gap height={end} />
          </tbody>
        </table>
      </div>
      {pages.failed.length > 0 && (
        <RetryNotice
          sentence={copy.loadFailed}
          onRetry={() => void Promise.all(pages.failed.map((page) => page.refetch()))}
        />
      )}
    </>
  );
}

function rowClasses({ hasBoxes, isChosen }: { hasBoxes: boolean; isChosen: boolean }): string {
  return ["lead-row", hasBoxes && "lead-row-boxed", isChosen && "lead-row-selected"].filter(Boolean).join(" ");
}

/** With the head; -1 while unknown, as ARIA has it. */
function rowCountOf(filters: LeadFilters, firstPage: LeadPage | undefined, { rowCount }: Trail): number {
  const total = firstPage?.total ?? null;
  if (total !== null && countsExactly(filters, total)) return total + 1;
  return rowCount === undefined ? -1 : rowCount + 1;
}

/** The room of the rows that are not in the document. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <tr role="presentation" aria-hidden="true" className="lead-gap" style={{ height }} /> : null;
}

function sortingOf({ column, direction }: LeadSort, shown: readonly LeadColumn[]): SortingState {
  const isShown = shown.some((id) => id === column);
  return isShown ? [{ id: column, desc: direction === "desc" }] : [];
}

function sortOf([sorting]: SortingState): LeadSort | undefined {
  const column = leadSortColumns.find((name) => name === sorting?.id);
  return column && { column, direction: sorting?.desc ? "desc" : "asc" };
}

function ariaSort(sorted: false | "asc" | "desc"): "ascending" | "descending" | undefined {
  if (sorted === false) return undefined;
  return sorted === "asc" ? "ascending" : "descending";
}
