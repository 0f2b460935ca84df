import { useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { longInstant } from "#app/admin/ui/formats.ts";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { SiteVersion } from "#subjects/site-settings/contract/site-settings.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

import { useSiteAct } from "./site-queries.ts";

const copy = adminSite.history;
const sentences = { "site-back-reason": { missing: adminSite.publication.reasonMissing } };

type Props = { versions: readonly SiteVersion[]; online: number; onDone: (sentence: string) => void };

/** What was published, by whom and why; the way back, and out of what waits for its instant. */
export function VersionHistory({ versions, online, onDone }: Props) {
  const [back, setBack] = useState<number>();
  return (
    <Stack as="section" gap={12} aria-labelledby="site-history">
      <h2 className="text-lead" id="site-history">
        {copy.title}
      </h2>
      <Box as="ol" rule="bottom" aria-label={copy.label}>
        {versions.map((version) => (
          <VersionLine key={version.version} {...{ version, online, onDone }} onBack={() => setBack(version.version)} />
        ))}
      </Box>
      {back !== undefined && <ReturnForm version={back} onDone={onDone} onClose={() => setBack(undefined)} />}
    </Stack>
  );
}

type LineProps = Omit<Props, "versions"> & { version: SiteVersion; onBack: () => void };

function VersionLine({ version: line, online, onDone, onBack }: LineProps) {
  const { version, author, reason, source, from_version: origin, effective_at: at } = line;
  const state = stateOf(line, online);
  const { run, isBusy, problem } = useSiteAct(
    (site, asked: number) => site.withdraw(asked),
    () => onDone(copy.withdrawn),
  );
  const instant = longInstant(at);
  return (
    <Box as="li" rule="top" paddingBlock={12} className="text-small breakable site-change">
      <Row gap={8} align="center" isWrapping>
        <b>{copy.version(version)}</b>
        {state === "online" && <span className="pill pill-done">{copy.states.online}</span>}
        {state === "waits" && <span className="pill pill-open">{copy.states.waits}</span>}
        {state === "withdrawn" && <span className="pill">{copy.states.withdrawn}</span>}
      </Row>
      <Stack gap={2}>
        <span>{reason || copy.sources[source]}</span>
        <span className="text-caption quiet">
          {[
            author,
            origin === null ? copy.sources[source] : copy.returnOf(origin),
            state === "waits" ? copy.waitsFor(instant) : copy.from(instant),
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </Stack>
      <div>
        {state === "before" && (
          <button type="button" className="text-link finger-link" onClick={onBack}>
            {copy.back}
          </button>
        )}
        {state === "waits" && (
          <button
            type="button"
            className="text-link finger-link"
            aria-disabled={isBusy || undefined}
            onClick={() => void run(version)}
          >
            {isBusy ? copy.withdrawing : copy.withdraw}
          </button>
        )}
        <ProblemSentence sentence={problem} />
      </div>
    </Box>
  );
}

/** The one online is the newest that has begun: what is above it and not withdrawn waits. */
function stateOf({ version, withdrawn_at: withdrawnAt }: SiteVersion, online: number) {
  if (withdrawnAt !== null) return "withdrawn";
  if (version === online) return "online";
  return version > online ? "waits" : "before";
}

type ReturnProps = { version: number; onDone: Props["onDone"]; onClose: () => void };

function ReturnForm({ version, onDone, onClose }: ReturnProps) {
  const { run, isBusy, proving } = useSiteAct((site, reason: string) => site.returnTo(version, reason));
  const form = useForm({
    sentences,
    read({ "site-back-reason": reason = "" }): Result<string, { "site-back-reason"?: "missing" }> {
      return reason.trim() === "" ? failed({ "site-back-reason": "missing" }) : ok(reason.trim());
    },
    async send(reason): Promise<FormProblem<"site-back-reason"> | undefined> {
      const refused = await run(reason);
      if (refused) return { sentence: (refused.code === "refused" && refused.sentence) || adminSite.unavailable };
      onClose();
      onDone(copy.done(version));
      return undefined;
    },
  });

  return (
    <>
      {proving}
      <DeskDialog isOpen title={copy.backTitle(version)} intro={copy.backText} onClose={onClose}>
        <Form form={form} words={formCopy}>
          <Stack gap={16}>
            {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
            <Field
              name="site-back-reason"
              label={adminSite.publication.reason}
              hint={adminSite.publication.reasonHint}
              maxLength={500}
              autoComplete="off"
              problem={form.problemOf("site-back-reason")}
            />
            <FormButtons
              words={{ cancel: copy.cancel, save: copy.back, busy: copy.backBusy }}
              isBusy={isBusy}
              onCancel={onClose}
            />
          </Stack>
        </Form>
      </DeskDialog>
    </>
  );
}
