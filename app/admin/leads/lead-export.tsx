import "#app/ui/text.css";
import "#app/ui/words.css";

import { useQuery } from "@tanstack/react-query";

import { useServices } from "#app/admin/shell/services.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/admin.ts";
import { columnLabel, fileCopy } from "#content/admin-file.ts";
import { failed } from "#domain/kernel/result.ts";
import { type LeadRow, nameOfLead } from "#domain/leads/lead-row.ts";

import { FileDialog } from "./file-dialog.tsx";
import { sentenceOf } from "./file-queries.ts";

const copy = fileCopy.export;

type Props = { lead: LeadRow; isOpen: boolean; onClose: () => void };

/** All that is kept of a person: to read, to print and as a file. Each reading is noted in the log. */
export function ExportDialog({ lead, isOpen, onClose }: Props) {
  return (
    <FileDialog
      title={copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
      intro={copy.intro}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Exported leadId={lead.leadId ?? ""} onClose={onClose} />
    </FileDialog>
  );
}

function Exported({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { desk } = useServices();
  const data = useQuery({
    queryKey: ["leads", "export", leadId],
    queryFn: async () => {
      const read = await desk.exportContact(leadId);
      return read.ok ? read : failed(sentenceOf(read.problem));
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const exported = data.data?.ok ? data.data.value : undefined;
  const problem = data.data?.ok === false ? data.data.problem : undefined;

  return (
    <Stack gap={16} className="exported">
      {data.isPending && <p role="status">{copy.loading}</p>}
      {problem !== undefined && <RetryNotice sentence={problem} onRetry={() => void data.refetch()} />}
      {exported && <Sections exported={exported} />}
      <Row gap={8} justify="end" isWrapping>
        <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
          {copy.close}
        </Button>
        {exported && (
          <Button isSmall hasPlug={false} onClick={() => download(exported)}>
            {copy.download}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

function Sections({ exported }: { exported: Record<string, unknown> }) {
  return Object.entries(copy.sections).map(([name, title]) => {
    const rows = rowsOf(exported[name]);
    return (
      <section key={name} aria-label={title}>
        <h3 className="text-body tracking-snug">{title}</h3>
        {rows.length === 0 && <p className="text-caption faint">{copy.empty}</p>}
        {rows.map((row, place) => (
          // Nothing moves in what was read once.
          // oxlint-disable-next-line react/no-array-index-key
          <dl key={place}>
            {Object.entries(row).map(([column, value]) => (
              <div key={column}>
                <dt className="faint">{columnLabel(column)}</dt>
                <dd className="as-typed breakable">{inWords(value)}</dd>
              </div>
            ))}
          </dl>
        ))}
      </section>
    );
  });
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.filter((row): row is Record<string, unknown> => typeof row === "object" && row !== null);
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

/** The browser's own way to keep what a page made. */
function download(exported: Record<string, unknown>): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(exported, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = copy.fileName;
  link.click();
  URL.revokeObjectURL(url);
}
