import { CSPProvider } from "@base-ui/react/csp-provider";

import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { FilePanel } from "#subjects/leads/desk/file/file-panel.tsx";
import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { longWeekday } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { ScreenHead } from "#app/admin/ui/screen-head.tsx";
import { Toast } from "#app/admin/ui/toast.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { WorkGroup, Worklist } from "#subjects/leads/calls/worklist.ts";
import { Button } from "#app/ui/button.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { noFilters } from "#subjects/leads/rules/lead-filters.ts";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";

import { AstrayLines } from "./astray-lines.tsx";
import { CallbackFeed } from "./callback-feed.tsx";
import { NothingToDo } from "./nothing-to-do.tsx";
import { WorkLine } from "./work-line.tsx";
import { useLeadsUnderWay, useWorklist } from "./worklist-queries.ts";

/** What waits for the team, from the top to the bottom of the day. */
export function TodayScreen() {
  const { email, now: openedAt } = useDashboardVisit();
  const { filters, setFilters, openFile, setOpenFile } = useLeadAddress();
  const { heading, toast, showToast, dismiss } = useToast();
  const isMine = filters.owner?.includes("me") === true;
  const query = useWorklist(isMine);
  usePageTitle(copy.title);
  // The clocks go on with each reading.
  const now = query.data ? new Date(query.dataUpdatedAt) : openedAt;

  function showDeleted(sentence: string) {
    setOpenFile(undefined);
    showToast(sentence);
  }

  return (
    // The content policy lets no library write style elements.
    <CSPProvider disableStyleElements>
      <a className="skip-link" href="#aujourdhui">
        {copy.skip}
      </a>
      <AdminBar />
      <Stack className="admin-columns" data-file={openFile}>
        <main id="aujourdhui" tabIndex={-1}>
          <ScreenHead title={copy.title} intro={copy.day(longWeekday(now))} ref={heading} />
          <Row gap={8} paddingInline="inset" paddingTop={12} role="group" aria-label={copy.whose.label}>
            {[true, false].map((each) => (
              <Button
                key={String(each)}
                variant={each === isMine ? "green" : "secondary"}
                isSmall
                hasPlug={false}
                aria-pressed={each === isMine}
                onClick={() => setFilters(each ? { ...noFilters, owner: ["me"] } : noFilters)}
              >
                {each ? copy.whose.mine : copy.whose.all}
              </Button>
            ))}
            <CallbackFeed />
          </Row>
          {query.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void query.refetch()} />}
          {query.isPending && (
            <Box as="p" role="status" paddingInline="inset" paddingBlock={16} className="strong">
              {copy.loading}
            </Box>
          )}
          {query.data && (
            <Work
              worklist={query.data}
              isMine={isMine}
              ownEmail={email}
              now={now}
              openFile={openFile}
              onOpen={setOpenFile}
              heading={heading}
            />
          )}
        </main>
        <FilePanel file={openFile} onClose={() => setOpenFile(undefined)} onDeleted={showDeleted} />
      </Stack>
      {toast && <Toast key={toast.number} sentence={toast.sentence} onDismiss={dismiss} />}
    </CSPProvider>
  );
}

type LineProps = {
  ownEmail: string;
  now: Date;
  openFile: string | undefined;
  onOpen: (leadId: string) => void;
  heading: ReturnType<typeof useToast>["heading"];
};

function Work({ worklist, isMine, ...lines }: LineProps & { worklist: Worklist; isMine: boolean }) {
  const underWay = useLeadsUnderWay();
  const groups = worklist.groups
    .map((group) => ({ ...group, items: group.items.filter(({ lead }) => !underWay.has(lead.leadId)) }))
    .filter(({ items }) => items.length > 0);
  const { deliveries, payments } = worklist.astray;
  const count = groups.reduce((sum, { items }) => sum + items.length, deliveries + payments);

  // What is on its way is done once the server says so.
  if (worklist.groups.length === 0 && deliveries + payments === 0) {
    return isMine ? <NoneOfMine /> : <NothingToDo />;
  }
  return (
    <Box paddingBottom={64}>
      <Box as="p" role="status" paddingInline="inset" paddingTop={16} className="strong tabular">
        {copy.total(
          count,
          groups.some(({ hasMore }) => hasMore),
        )}
      </Box>
      {groups.map((group) => (
        <Group key={group.reason} group={group} {...lines} />
      ))}
      <AstrayLines {...worklist.astray} />
    </Box>
  );
}

function NoneOfMine() {
  return (
    <Box as="p" role="status" paddingInline="inset" paddingBlock={40} className="strong">
      {copy.noneOfMine}
    </Box>
  );
}

function Group({
  group: { reason, items, hasMore },
  now,
  openFile,
  ownEmail,
  onOpen,
  heading,
}: LineProps & { group: WorkGroup }) {
  const { title, text } = copy.groups[reason];
  const id = `travail-${reason}`;
  return (
    <section aria-labelledby={id}>
      <Row columnGap={12} align="baseline" isWrapping paddingInline="inset" paddingTop={24} paddingBottom={8}>
        <h2 id={id} className="text-subtitle leading-tight tracking-snug">
          {title} <span className="quiet tabular">{copy.count(items.length, hasMore)}</span>
        </h2>
        <p className="quiet">{text}</p>
      </Row>
      <ul aria-labelledby={id}>
        {items.map((item) => (
          <WorkLine
            key={item.lead.leadId}
            item={item}
            now={now}
            isOpen={openFile === item.lead.leadId}
            onOpen={onOpen}
            ownEmail={ownEmail}
            heading={heading}
          />
        ))}
      </ul>
    </section>
  );
}
