import { useState } from "react";

import { For, useMay } from "#app/admin/people/role.tsx";
import { useServices } from "#app/admin/data/services.ts";
import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { BulkBar } from "#subjects/leads/desk/bulk/bulk-bar.tsx";
import { useLeadSelection } from "#subjects/leads/desk/bulk/use-lead-selection.ts";
import { useFirstPage } from "#subjects/leads/desk/rows/lead-pages.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { LeadViews } from "#subjects/leads/desk/views/lead-views.tsx";
import { TagList } from "#subjects/leads/desk/tags/tag-list.tsx";
import { NewLeads } from "#app/admin/live/new-leads.tsx";
import { ExportButton } from "#app/admin/ui/export-button.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { tableWidth } from "#app/admin/ui/widths.ts";
import { formatCount } from "#app/ui/format.ts";
import { Row } from "#app/ui/layout.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { bulkCopy } from "#subjects/leads/words/admin-bulk.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadFilters, countsExactly, mostCounted } from "#subjects/leads/rules/lead-filters.ts";

import { ColumnChoice } from "./column-choice.tsx";
import { LeadTable } from "./lead-table.tsx";
import { NewLead } from "./new-lead.tsx";
import { NoLeads } from "./no-leads.tsx";
import { SortChoice } from "./sort-choice.tsx";

/** The line that counts, then the rows, or what there is instead of rows. */
export function LeadList({ now }: { now: Date }) {
  const { figures } = useServices();
  const { filters, isAwaited, setFilters, setOpenFile } = useLeadAddress();
  const isTable = useMediaQuery(tableWidth);
  const firstPage = useFirstPage(filters, isAwaited);
  const { data, isError, isPlaceholderData: isPrevious } = firstPage;
  const selecting = useLeadSelection(filters);
  const [isSelecting, setIsSelecting] = useState(false);
  const mayChoose = useMay("seller");

  return (
    <>
      <NewLeads filters={filters} />
      <Row
        gap={12}
        align="center"
        justify="between"
        isWrapping
        paddingBlock={4}
        paddingInline="inset"
        className="lead-list-line"
      >
        <Row rowGap={4} columnGap={16} align="center" isWrapping>
          <p role="status" className="strong tabular">
            {formatTotal(filters, firstPage)}
          </p>
          <LeadViews />
        </Row>
        <Row rowGap={4} columnGap={16} align="center" isWrapping>
          {!isTable && mayChoose && (
            <button
              type="button"
              className="text-small quiet-action"
              aria-pressed={isSelecting}
              onClick={() => {
                setIsSelecting(!isSelecting);
                selecting.clear();
              }}
            >
              {isSelecting ? bulkCopy.stop : bulkCopy.start}
            </button>
          )}
          <For least="manager">
            <ExportButton fetchFile={() => figures.exportLeads(filters, "csv")} {...pressedBy("export")} />
            <ExportButton format="xlsx" fetchFile={() => figures.exportLeads(filters, "xlsx")} />
          </For>
          {isTable && <ColumnChoice />}
          {isTable && mayChoose && <TagList />}
          <SortChoice sort={filters.sort} onChoose={(sort) => setFilters({ ...filters, sort })} />
          <For least="seller">
            <NewLead onCreated={setOpenFile} />
          </For>
        </Row>
      </Row>
      {isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void firstPage.refetch()} />}
      {data?.rows.length === 0 && <NoLeads filters={filters} />}
      {(data ? data.rows.length > 0 : !isError) && (
        <LeadTable
          key={isTable ? "table" : "cards"}
          filters={filters}
          firstPage={data}
          isPrevious={isPrevious}
          isTable={isTable}
          selecting={selecting}
          hasBoxes={mayChoose && (isTable || isSelecting)}
          now={now}
        />
      )}
      <BulkBar filters={filters} total={exactTotal(filters, firstPage)} selecting={selecting} />
    </>
  );
}

/** Undefined while the exact number is unknown. */
function exactTotal(filters: LeadFilters, { data, isPlaceholderData }: ReturnType<typeof useFirstPage>) {
  if (!data || isPlaceholderData || data.total === null) return undefined;
  return countsExactly(filters, data.total) ? data.total : undefined;
}

function formatTotal(filters: LeadFilters, { data, isError, isPlaceholderData }: ReturnType<typeof useFirstPage>) {
  if (!data || isPlaceholderData) return isError ? "" : admin.list.loading;
  if (data.total === null) return admin.list.uncounted;
  return countsExactly(filters, data.total)
    ? admin.list.total(data.total)
    : admin.list.totalBeyond(formatCount(mostCounted));
}
