import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";

import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { NothingHere } from "#app/admin/ui/nothing-here.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { ScreenHead } from "#app/admin/ui/screen-head.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { adminStatistics as copy } from "#subjects/statistics/words/admin-statistics.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { type Period, periodBefore, readStatisticsView } from "#subjects/statistics/rules/statistics-period.ts";

import { PeriodChoice } from "./period-choice.tsx";
import { StatisticsCharts } from "./statistics-charts.tsx";
import { StatisticsTotals } from "./statistics-totals.tsx";

/** How the site and the team did over a period, beside the one before it. */
export function StatisticsScreen() {
  usePageTitle(copy.title);
  const { now } = useDashboardVisit();
  const today = dayInParis(now);
  const [params, setParams] = useSearchParams();
  const view = readStatisticsView(params, today);
  const before = periodBefore(view);
  const current = useStatistics(view);
  const previous = useStatistics(before);
  const { data } = current;
  const payments = usePaymentFigures(view);
  const isNothing = data && isEmpty(data) && payments.data?.length === 0;

  return (
    <>
      <a className="skip-link" href="#statistiques">
        {copy.skip}
      </a>
      <AdminBar />
      <main id="statistiques" className="admin-page" tabIndex={-1}>
        <ScreenHead title={copy.title} intro={copy.intro} />
        <PeriodChoice view={view} today={today} onChoose={(chosen) => setParams(chosen, { flushSync: true })} />
        <Box as="p" role="status" paddingInline="inset" className="visually-hidden">
          {current.isPending && copy.loading}
        </Box>
        {current.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void current.refetch()} />}
        {data && <StatisticsTotals current={data} previous={previous.data} />}
        {payments.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void payments.refetch()} />}
        {isNothing && (
          <Stack gap={8} justify="start" paddingInline="inset" paddingTop={24}>
            <NothingHere {...copy.empty} />
          </Stack>
        )}
        {data && !isNothing && (
          <StatisticsCharts
            view={view}
            current={data}
            previous={previous.data}
            before={before}
            payments={payments.data ?? []}
          />
        )}
      </main>
    </>
  );
}

function useStatistics({ from, to }: Period) {
  const { figures } = useServices();
  return useQuery({
    queryKey: screenKeys.statistics(from, to),
    queryFn: async ({ signal }) => valueOf(await figures.statistics({ from, to }, signal)),
    placeholderData: keepPreviousData,
  });
}

function usePaymentFigures({ from, to }: Period) {
  const { figures } = useServices();
  return useQuery({
    queryKey: screenKeys.paymentFigures(from, to),
    queryFn: async ({ signal }) => valueOf(await figures.payments({ from, to }, signal)),
    placeholderData: keepPreviousData,
  });
}

function isEmpty({ days, steps }: { days: unknown[]; steps: unknown[] }): boolean {
  return days.length === 0 && steps.length === 0;
}
