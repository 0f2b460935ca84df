import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import type { ImportProgress } from "#subjects/imports/calls/run-import.ts";
import type { ReadLine } from "#subjects/imports/rules/read-line.ts";
import { adminImport } from "#subjects/imports/words/admin-import.ts";

import type { ImportRun } from "./use-import-run.ts";

const copy = adminImport.run;

type Props = {
  run: ImportRun;
  lines: readonly ReadLine[];
  besides: readonly number[];
  duplicates: readonly number[];
  isGoingOn: boolean;
};

/** Trying, importing, how far it came, and the end of it. */
export function RunBar({ run, lines, besides, duplicates, isGoingOn }: Props) {
  const { running, tried, done, problem, hasSource } = run;
  const passed = new Set(duplicates.filter((line) => !besides.includes(line)));
  const coming = lines.length - lines.filter(({ line }) => passed.has(line)).length;

  return (
    <Stack gap={12} justify="start">
      {running && (
        <label className="text-small">
          <span className="block tabular">{copy.progress(running.sent, lines.length)}</span>
          <progress
            className="import-progress"
            value={running.sent}
            max={lines.length}
            aria-label={copy.progressLabel}
          />
        </label>
      )}
      <div role="status">
        {!running && done && <FormNotice variant="framed">{copy.stopped}</FormNotice>}
        {!running && !done && tried && !problem && (
          <FormNotice variant="framed">
            {copy.tried(coming - tried.outcomes.filter(({ code }) => code === "refused").length)}
          </FormNotice>
        )}
      </div>
      <ProblemSentence sentence={problem ?? (hasSource ? undefined : copy.sourceMissing)} />
      <Row gap={8} isWrapping>
        {running ? (
          <Button variant="secondary" isSmall hasPlug={false} onClick={run.stop}>
            {copy.stop}
          </Button>
        ) : (
          <>
            {!isGoingOn && !done && (
              <Button
                variant="secondary"
                isSmall
                hasPlug={false}
                aria-disabled={!hasSource}
                onClick={() => hasSource && run.start(true, lines)}
              >
                {copy.dry}
              </Button>
            )}
            <Button
              isSmall
              hasPlug={false}
              aria-disabled={!hasSource || coming === 0}
              onClick={() => hasSource && run.start(false, lines)}
            >
              {isGoingOn || done ? copy.goOn : copy.real(coming)}
            </Button>
          </>
        )}
      </Row>
    </Stack>
  );
}

/** What came of a whole file. */
export function RunResult({ done: { counts } }: { done: ImportProgress }) {
  if (!counts) return null;
  return (
    <div role="status">
      <FormNotice variant="framed">
        {copy.done(counts.created, counts.duplicates, counts.refused)}
        <p className="text-caption quiet">{copy.fileOver}</p>
      </FormNotice>
    </div>
  );
}
