import { useState } from "react";

import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { Stack } from "#app/ui/layout.tsx";
import { dayInParis } from "#kit/civil-date.ts";
import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import { readLine, repeatsIn } from "#subjects/imports/rules/read-line.ts";

import { ColumnChoices } from "./column-choices.tsx";
import { Duplicates } from "./duplicates.tsx";
import { type ChosenFile, type Choices, readingOf } from "./import-file.ts";
import { LinePreview } from "./line-preview.tsx";
import { LineProblems } from "./line-problems.tsx";
import { RunBar, RunResult } from "./run-bar.tsx";
import { useImportRun } from "./use-import-run.ts";

type Owners = ReturnType<typeof useColleagues>["owners"];
type Props = { file: ChosenFile; begun: ImportedFile | undefined; first: Choices; onSettled: () => void };

/** What the columns hold, what becomes of each line, and the import itself. */
export function ImportForm({ file, begun, first, onSettled }: Props) {
  const { now } = useDashboardVisit();
  const { owners } = useColleagues();
  const [choices, setChoices] = useState(first);
  // A file of 20,000 lines is read once for each choice of columns, and not for each letter of its source.
  const [read, setRead] = useState(() => readAll(file, first, owners, now));
  const run = useImportRun({ file, choices, begun, onSettled });

  function choose(chosen: Choices) {
    setChoices(chosen);
    if (chosen.columns !== choices.columns) setRead(readAll(file, chosen, owners, now));
    run.forget();
  }

  const sendable = read.lines.filter(({ problems }) => problems.length === 0);
  const tried = run.tried?.outcomes ?? [];
  const duplicates = [...read.repeats.keys(), ...tried.flatMap(({ code, line }) => (code === "duplicate" ? line : []))];
  if (run.done && !run.done.isStopped && !run.running) {
    return (
      <Stack gap={24} justify="start">
        <LineProblems read={read.lines} outcomes={run.done.outcomes} />
        <RunResult done={run.done} />
      </Stack>
    );
  }
  return (
    <Stack gap={24} justify="start">
      {!begun && <ColumnChoices headers={file.table.headers} choices={choices} onChoose={choose} />}
      <LinePreview table={file.table} read={read.lines} choices={choices} />
      <LineProblems read={read.lines} outcomes={tried} />
      <Duplicates
        lines={[...new Set(duplicates)].sort((one, other) => one - other)}
        repeats={read.repeats}
        outcomes={tried}
        read={sendable}
        besides={choices.besides}
        onChoose={(besides) => setChoices({ ...choices, besides })}
      />
      <RunBar
        run={run}
        lines={sendable}
        besides={choices.besides}
        isGoingOn={begun !== undefined}
        duplicates={duplicates}
      />
    </Stack>
  );
}

function readAll({ table }: ChosenFile, { columns }: Choices, owners: Owners, now: Date) {
  const reading = readingOf(columns, dayInParis(now), owners);
  const lines = table.lines.map((line) => readLine(line, reading));
  return { lines, repeats: repeatsIn(lines) };
}
