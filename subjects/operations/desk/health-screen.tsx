import { useQuery } from "@tanstack/react-query";

import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { AttentionPage, AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { Figure, FigureRow } from "#app/admin/ui/figure-row.tsx";
import { shortInstant } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { Health } from "#subjects/operations/contract/health.ts";
import { formatCount } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminHealth as copy } from "#subjects/operations/words/admin-health.ts";
import {
  findingSubjects,
  type FindingSubject,
  severityOf,
  subjectOf,
} from "#subjects/operations/rules/doctor-finding.ts";

import { SitePreview } from "./site-preview.tsx";
import { TestMail } from "./test-mail.tsx";

const readAgainMs = 60_000;

/** How the site is doing, and what the doctor leaves to decide. */
export function HealthScreen() {
  const { now } = useDashboardVisit();
  const { health } = useServices().rooms;
  const query = useQuery({
    queryKey: screenKeys.health,
    queryFn: async () => valueOf(await health.read()),
    refetchInterval: readAgainMs,
    staleTime: 0,
  });
  const { heading, toast, dismiss } = useToast();
  const { data, isFetching, refetch } = query;

  return (
    <AttentionPage
      id="sante"
      copy={copy}
      query={query}
      total={data && copy.total(data.findings.length)}
      isEmpty={data?.findings.length === 0}
      heading={heading}
      toast={toast}
      onDismiss={dismiss}
      filters={
        <>
          {data && <Figures health={data} now={now} />}
          <SitePreview />
          <TestMail />
        </>
      }
      action={
        data && (
          <button
            type="button"
            className="text-small quiet-action"
            aria-disabled={isFetching || undefined}
            onClick={() => !isFetching && void refetch()}
          >
            {isFetching ? copy.refreshing : copy.refresh}
          </button>
        )
      }
    >
      {findingSubjects.map((subject) => (
        <Findings
          key={subject}
          subject={subject}
          findings={data?.findings.filter((each) => subjectOf(each) === subject) ?? []}
        />
      ))}
    </AttentionPage>
  );
}

function Figures({ health, now }: { health: Health; now: Date }) {
  const { figures } = copy;
  const { queue, database, liveLagMs, lastBackupAt, purges, version, commit, startedAt } = health;
  const backupAt = lastBackupAt === null ? undefined : shortInstant(lastBackupAt, now);
  return (
    <FigureRow label={figures.label}>
      <Figure
        name={figures.waiting}
        value={formatCount(queue.waiting)}
        note={queue.oldestAt === null ? undefined : figures.oldest(shortInstant(queue.oldestAt, now))}
      />
      <Figure name={figures.dead} value={formatCount(queue.dead)} isWrong={queue.dead > 0} />
      <Figure
        name={figures.live}
        value={liveLagMs === null ? figures.noLag : figures.lag(liveLagMs)}
        note={figures.lagNote}
        isWrong={liveLagMs === null}
      />
      <Figure
        name={figures.database}
        value={formatSize(database.sizeBytes)}
        note={copy.engine(copy.engines[database.engine], database.version)}
      />
      <Figure
        name={figures.backup}
        value={backupAt ?? figures.noBackup}
        note={backupAt === undefined ? figures.noBackupNote : undefined}
        isWrong={backupAt === undefined}
      />
      <Figure
        name={figures.purges}
        value={purges.lastAt === null ? figures.noPurge : shortInstant(purges.lastAt, now)}
        note={figures.failing(purges.failing)}
        isWrong={purges.failing > 0}
      />
      <Figure name={figures.version} value={version} note={figures.since(shortInstant(startedAt, now), commit)} />
    </FigureRow>
  );
}

const megabytes = new Intl.NumberFormat("fr-FR", { style: "unit", unit: "megabyte", maximumFractionDigits: 0 });
const gigabytes = new Intl.NumberFormat("fr-FR", { style: "unit", unit: "gigabyte", maximumFractionDigits: 1 });

function formatSize(bytes: number): string {
  return bytes < 1e9 ? megabytes.format(bytes / 1e6) : gigabytes.format(bytes / 1e9);
}

type Finding = Health["findings"][number];
type FindingsProps = { subject: FindingSubject; findings: Finding[] };

function Findings({ subject, findings }: FindingsProps) {
  if (findings.length === 0) return null;
  return (
    <AttentionSection id={`sante-${subject.replaceAll(" ", "-")}`} title={copy.subjects[subject]}>
      <Box as="ul" rule="bottom">
        {findings.map(({ id, sentence, french }) => (
          <Box as="li" key={sentence} paddingBlock={8} paddingInline="inset" rule="top">
            {severityOf({ id }) === "error" && <b>{copy.error}</b>}
            {french ?? <span lang="en">{sentence}</span>}
          </Box>
        ))}
      </Box>
    </AttentionSection>
  );
}
