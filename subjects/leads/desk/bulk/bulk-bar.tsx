import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { For } from "#app/admin/people/role.tsx";
import { useServices } from "#app/admin/data/services.ts";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { useTags } from "#subjects/leads/desk/rows/use-tags.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { ExportButton } from "#app/admin/ui/export-button.tsx";
import { deferPart } from "#app/admin/ui/deferred-part.tsx";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { type BulkChange, leadsPerFile } from "#subjects/leads/calls/bulk.ts";
import { Icon } from "#app/ui/icon.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { bulkCopy as copy } from "#subjects/leads/words/admin-bulk.ts";
import { statusLabels } from "#content/shared/admin.ts";
import { failed } from "#kit/result.ts";
import { mostSelectedLeads } from "#subjects/leads/rules/selection.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";
import { type LeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";

import { type BulkTask, useBulkJob } from "./bulk-job.ts";
import { BulkProgressLine, BulkReport } from "./bulk-report.tsx";
import { countSelected, selectedLeads } from "./lead-selection.ts";
import type { LeadSelecting } from "./use-lead-selection.ts";

const DeleteDialog = deferPart(async () => (await import("./bulk-delete-dialog.tsx")).BulkDeleteDialog);

type Props = {
  filters: LeadFilters;
  /** How many leads match; undefined while the exact number is unknown. */
  total: number | undefined;
  selecting: LeadSelecting;
};

/** What is done to the leads that are chosen; there while some are, or while something is said of them. */
export function BulkBar({ filters, total, selecting }: Props) {
  const { selection, drop, clear } = selecting;
  const [isDeleting, setIsDeleting] = useState(false);
  const bulkJob = useBulkJob({
    onDeleted: (leadIds, isWhole) => {
      drop(leadIds);
      if (isWhole) setIsDeleting(false);
    },
  });
  const { job, start, stop, resume, insist, close } = bulkJob;
  const count = countSelected(selection);
  const shownJob = isDeleting ? undefined : job;
  const chosen = selectedLeads(selection);

  return (
    <>
      {(count > 0 || shownJob) && (
        <section className="bulk-bar" aria-label={copy.barLabel}>
          {shownJob?.isRunning && <BulkProgressLine job={shownJob} onStop={stop} />}
          {shownJob && !shownJob.isRunning && (
            <Row gap={16} justify="between" align="start">
              <BulkReport job={shownJob} onResume={resume} onInsist={insist} />
              <IconButton icon="close" label={copy.report.close} size="small" onClick={close} />
            </Row>
          )}
          {!shownJob && (
            <Row columnGap={12} rowGap={4} align="center" isWrapping>
              <b role="status" className="tabular">
                {copy.count(count)}
              </b>
              <SelectAll filters={filters} total={total} count={count} onSelected={selecting.selectAll} />
              <Changes onTask={(task) => start(task, chosen)} />
              <For least="manager">
                <SelectedExport leadIds={chosen.map(({ leadId }) => leadId)} />
                <Row
                  as="button"
                  gap={8}
                  align="center"
                  type="button"
                  className="color-error text-small quiet-action"
                  onClick={() => setIsDeleting(true)}
                >
                  <Icon name="trash" />
                  {copy.delete}
                </Row>
              </For>
              <Box as="button" type="button" marginLeft="auto" className="text-small quiet-action" onClick={clear}>
                {copy.clear}
              </Box>
            </Row>
          )}
        </section>
      )}
      <DeleteDialog
        isWanted={isDeleting}
        isOpen={isDeleting}
        count={count}
        deletion={bulkJob}
        onConfirm={() => start({ kind: "deletion" }, chosen)}
        onClose={() => {
          close();
          setIsDeleting(false);
        }}
      />
    </>
  );
}

type SelectAllProps = Pick<Props, "filters" | "total"> & { count: number; onSelected: LeadSelecting["selectAll"] };

/** All that the filters leave, on screen or not, as they are now. */
function SelectAll({ filters, total, count, onSelected }: SelectAllProps) {
  const { bulk } = useServices();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const selected = await bulk.select(writeLeadFilters(filters).toString());
      if (!selected.ok) return failed(sentenceOf(selected.problem, copy.allFailed));
      onSelected(selected.value.leads);
      return selected;
    },
  });
  if (total === count || count === mostSelectedLeads) return null;

  const isMore = total === undefined || total > mostSelectedLeads;
  return (
    <>
      <button
        type="button"
        className="text-small quiet-action"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        {isPending ? copy.allBusy : isMore ? copy.firstOnes(mostSelectedLeads) : copy.all(total)}
      </button>
      <ProblemSentence sentence={data?.ok === false ? data.problem : undefined} />
    </>
  );
}

/** A choice is made at once, and taken back for ten seconds. */
function Changes({ onTask }: { onTask: (task: BulkTask) => void }) {
  const { owners, find } = useColleagues();
  const { data: tags = [] } = useTags();
  const tagged = tags.map(({ name }) => ({ value: name, label: name }));
  const nobody = { value: "", label: copy.nobody };
  const change = (set: BulkChange, describe: (count: number) => string) =>
    onTask({ kind: "change", change: set, describe });

  return (
    <>
      <Choice
        {...copy.status}
        options={leadStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        onChoose={(value) => {
          const status = leadStatuses.find((known) => known === value);
          if (status) change({ lead_status: status }, (count) => copy.undo.status(count, statusLabels[status]));
        }}
      />
      <Choice
        {...copy.owner}
        options={[nobody, ...owners.map((person) => ({ value: person.user_id, label: fullNameOf(person) }))]}
        onChoose={(value) => {
          const owner = value === "" ? null : value;
          const colleague = owner === null ? undefined : find(owner);
          change({ owner }, (count) => copy.undo.owner(count, colleague ? fullNameOf(colleague) : null));
        }}
      />
      {tagged.length > 0 && (
        <>
          <Choice
            {...copy.addTag}
            options={tagged}
            onChoose={(tag) => change({ add: [tag] }, (count) => copy.undo.tagged(count, tag))}
          />
          <Choice
            {...copy.removeTag}
            options={tagged}
            onChoose={(tag) => change({ remove: [tag] }, (count) => copy.undo.untagged(count, tag))}
          />
        </>
      )}
    </>
  );
}

type ChoiceProps = {
  label: string;
  choose: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

/** Shows no value: the leads have several. */
function Choice({ label, choose, options, onChoose }: ChoiceProps) {
  const unchosen = "-";
  return (
    <Row
      as="label"
      gap={8}
      align="center"
      paddingLeft={12}
      position="relative"
      className="search-field lead-choice bulk-choice"
    >
      <span className="visually-hidden">{label}</span>
      <select value={unchosen} onChange={(event) => onChoose(event.target.value)}>
        <option value={unchosen} disabled>
          {choose}
        </option>
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" isSmall />
    </Row>
  );
}

function SelectedExport({ leadIds }: { leadIds: string[] }) {
  const { bulk } = useServices();
  return (
    <>
      <ExportButton fetchFile={() => bulk.export(leadIds, "csv")} />
      {leadIds.length <= leadsPerFile && <ExportButton format="xlsx" fetchFile={() => bulk.export(leadIds, "xlsx")} />}
    </>
  );
}
