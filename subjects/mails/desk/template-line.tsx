import { useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { longInstant } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { WrittenTemplate } from "#subjects/mails/calls/mails.ts";
import type { TeamTemplate, TemplateVersion } from "#subjects/mails/contract/mails.ts";
import { adminTemplates as copy } from "#subjects/mails/words/admin-templates.ts";

import { useSaveTemplate, useTemplateVersions } from "./mail-queries.ts";
import { TemplateForm } from "./template-form.tsx";

type Props = { template: TeamTemplate; onDone: (saved: WrittenTemplate) => void };

/** One template: what it says, and what can be done about it. */
export function TemplateLine({ template, onDone }: Props) {
  const { id, name, subject, text, version, is_offered: isOffered } = template;
  const [open, setOpen] = useState<"form" | "versions">();
  const [problem, setProblem] = useState<string>();
  const { save } = useSaveTemplate(finish);

  function finish(saved: WrittenTemplate) {
    setOpen(undefined);
    onDone(saved);
  }

  /** The wording becomes the next version. */
  async function write(wording: Pick<WrittenTemplate, "name" | "subject" | "text">, willBeOffered: boolean) {
    setProblem(await save({ id, ...wording, seenVersion: version, isOffered: willBeOffered }));
  }

  const acts = [
    { label: copy.edit, act: () => setOpen("form") },
    { label: copy.history, act: () => setOpen(open === "versions" ? undefined : "versions") },
    {
      label: isOffered ? copy.withdraw : copy.offer,
      act: () => void write({ name, subject, text }, !isOffered),
    },
  ];

  return (
    <Stack as="li" gap={8} justify="start" paddingBlock={16} paddingInline="inset" rule="top" className="breakable">
      {open === "form" ? (
        <TemplateForm
          template={{ id, name, subject, text, seenVersion: version, isOffered }}
          onDone={finish}
          onClose={() => setOpen(undefined)}
        />
      ) : (
        <>
          <Row gap={8} align="center" isWrapping>
            <b>{name}</b>
            {!isOffered && <span className="pill pill-closed">{copy.withdrawn}</span>}
            <span className="text-caption quiet tabular">{copy.version(version)}</span>
          </Row>
          <p className="text-small">{subject}</p>
          <p className="text-small quiet as-typed">{text}</p>
          <Row rowGap={4} columnGap={16} isWrapping className="text-small">
            {acts.map(({ label, act }) => (
              <button key={label} type="button" className="text-link finger-link" onClick={act}>
                {label}
                <span className="visually-hidden">{copy.of(name)}</span>
              </button>
            ))}
          </Row>
          <ProblemSentence sentence={problem} />
        </>
      )}
      {open === "versions" && <Versions template={template} onReturn={(old) => void write(old, true)} />}
    </Stack>
  );
}

type VersionsProps = { template: TeamTemplate; onReturn: (version: TemplateVersion) => void };

function Versions({ template: { id, name, version: current }, onReturn }: VersionsProps) {
  const versions = useTemplateVersions(id);
  return (
    <>
      {versions.isPending && <p role="status">{copy.loading}</p>}
      {versions.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void versions.refetch()} />}
      <Box as="ol" aria-label={`${copy.history}${copy.of(name)}`}>
        {versions.data?.map((kept) => (
          <Stack as="li" key={kept.version} gap={4} justify="start" paddingBlock={12} rule="top">
            <p className="text-caption quiet tabular">
              {copy.version(kept.version)}
              {kept.written_at !== null && `, ${copy.written(kept.author, longInstant(kept.written_at))}`}
              {!kept.is_offered && `, ${copy.withdrawn}`}
            </p>
            <p className="text-small">{kept.subject}</p>
            <p className="text-small quiet as-typed">{kept.text}</p>
            {kept.version !== current && (
              <button type="button" className="text-link finger-link text-small" onClick={() => onReturn(kept)}>
                {copy.return}
                <span className="visually-hidden">{copy.of(copy.version(kept.version))}</span>
              </button>
            )}
          </Stack>
        ))}
      </Box>
    </>
  );
}
