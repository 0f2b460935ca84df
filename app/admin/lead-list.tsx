import { useLeadAddress } from "#app/admin/lead-address.ts";
import { useFirstPage } from "#app/admin/lead-queries.ts";
import { LeadTable } from "#app/admin/lead-table.tsx";
import { tableWidth } from "#app/admin/widths.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { NoLeads } from "#app/admin/no-leads.tsx";
import { RetryNotice } from "#app/admin/retry-notice.tsx";
import { SortChoice } from "#app/admin/sort-choice.tsx";
import { admin } from "#content/admin.ts";

/** The line that counts, then the rows, or what there is instead of rows. */
export function LeadList({ now }: { now: Date }) {
  const { filters, setFilters } = useLeadAddress();
  const isTable = useMediaQuery(tableWidth);
  const firstPage = useFirstPage(filters);
  const { data, isError, isPlaceholderData: isPrevious } = firstPage;

  return (
    <>
      <div className="lead-count">
        <p role="status" className="tabular">
          {sayTotal(firstPage)}
        </p>
        <SortChoice sort={filters.sort} onChoose={(sort) => setFilters({ ...filters, sort })} />
      </div>
      {isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void firstPage.refetch()} />}
      {data?.total === 0 && <NoLeads filters={filters} />}
      {(data ? data.total > 0 : !isError) && (
        <LeadTable
          key={isTable ? "table" : "cards"}
          filters={filters}
          firstPage={data}
          isPrevious={isPrevious}
          isTable={isTable}
          now={now}
        />
      )}
    </>
  );
}

function sayTotal({ data, isError, isPlaceholderData }: ReturnType<typeof useFirstPage>): string {
  if (data && !isPlaceholderData) return admin.list.total(data.total);
  return isError ? "" : admin.list.loading;
}
