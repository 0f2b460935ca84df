import { useQuery } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { dash, longInstant } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { columnLabel, fileCopy, sayFact } from "#subjects/leads/words/admin-file.ts";
import { failed } from "#kit/result.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { FileEntry } from "./file-entry.tsx";
import { sentenceOf } from "./file-queries.ts";

const copy = fileCopy.export;

type Props = { lead: LeadRow; isOpen: boolean; onClose: () => void };

/** All that is kept of a person: to read, to print and as a file. Each reading is noted in the log. */
export function LeadExport({ lead, isOpen, onClose }: Props) {
  return (
    <DeskDialog
      title={copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
      intro={copy.intro}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Exported leadId={lead.leadId ?? ""} onClose={onClose} />
    </DeskDialog>
  );
}

function Exported({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { desk } = useServices();
  const data = useQuery({
    queryKey: leadKeys.export(leadId),
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
  const sections = Object.entries(copy.sections).map(([name, title]) => ({ title, rows: rowsOf(exported[name]) }));
  const empty = sections.filter(({ rows }) => rows.length === 0).map(({ title }) => title.toLowerCase());
  return (
    <>
      {sections.map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <section key={title} aria-label={title}>
              <h3 className="text-body tracking-snug">{title}</h3>
              {rows.map((row, place) => (
                // Nothing moves in what was read once.
                // oxlint-disable-next-line react/no-array-index-key
                <Box as="dl" key={place} rule="top">
                  {answered(row).map(([column, value]) => (
                    <FileEntry key={column} label={columnLabel(column)} isWide={isObject(value)}>
                      <Value name={column} value={value} />
                    </FileEntry>
                  ))}
                </Box>
              ))}
            </section>
          ),
      )}
      {empty.length > 0 && <p className="text-caption faint">{copy.nothingElse(empty.join(", "))}</p>}
    </>
  );
}

/** What is not there is in the file alone. */
function answered(row: Record<string, unknown>): [string, unknown][] {
  return Object.entries(row).filter(([, value]) => value !== null);
}

/** An object by its names, as far down as it goes; an instant as one reads it. */
function Value({ name: column, value }: { name: string; value: unknown }) {
  if (!isObject(value)) return <span className="breakable">{inWords(column, value)}</span>;
  return answered(value).map(([name, entry]) => (
    <span key={name} className="block breakable">
      {`${columnLabel(name)}\u00a0: `}
      {isObject(entry) ? JSON.stringify(entry) : inWords(name, entry)}
    </span>
  ));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  return rows.filter(isObject);
}

function inWords(column: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return dash;
  if (Array.isArray(value)) return value.map((each) => inWords(column, each)).join(", ") || dash;
  const isInstant = typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
  return isInstant ? longInstant(value) : sayFact(column, value);
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
