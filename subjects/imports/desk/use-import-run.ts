import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { type ImportProgress, runImport, type SentLine } from "#subjects/imports/calls/run-import.ts";
import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import type { ReadLine } from "#subjects/imports/rules/read-line.ts";
import { adminImport as copy } from "#subjects/imports/words/admin-import.ts";

import type { ChosenFile, Choices } from "./import-file.ts";

type Asked = { file: ChosenFile; choices: Choices; begun: ImportedFile | undefined; onSettled: () => void };
export type ImportRun = ReturnType<typeof useImportRun>;

/** Trying and importing are the same calls; of a trial the server keeps nothing. */
export function useImportRun({ file, choices, begun, onSettled }: Asked) {
  const { imports } = useServices().rooms;
  const queryClient = useQueryClient();
  const [id] = useState(() => begun?.id ?? newUuid());
  const [running, setRunning] = useState<{ isDry: boolean; sent: number }>();
  const [tried, setTried] = useState<ImportProgress>();
  const [done, setDone] = useState<ImportProgress & { isStopped: boolean }>();
  const [problem, setProblem] = useState<string>();
  const stopping = useRef<AbortController>(undefined);

  async function start(isDry: boolean, lines: readonly ReadLine[]) {
    if (running || lines.length === 0) return;
    const controller = new AbortController();
    const besides = new Set(choices.besides);
    stopping.current = controller;
    setRunning({ isDry, sent: 0 });
    setProblem(undefined);
    const progress = await runImport({
      file: {
        import_id: id,
        source: choices.source.trim(),
        file_name: file.name,
        file_hash: file.hash,
        funnel_origin: choices.origin,
        last_line: lines.at(-1)?.line ?? 0,
        choices: choices.columns,
        dry_run: isDry,
      },
      lines: lines.map(({ line, given }): SentLine => ({
        ...given,
        ...(besides.has(line) && { beside: true }),
      })),
      send: (asked) => imports.send(asked),
      onProgress: ({ sent }) => setRunning({ isDry, sent }),
      signal: controller.signal,
    });
    setRunning(undefined);
    if (progress.problem) setProblem(sentenceOf(progress.problem, copy.unavailable));
    if (isDry) return setTried(progress);
    setDone({ ...progress, isStopped: progress.sent < lines.length });
    void queryClient.invalidateQueries({ queryKey: leadKeys.all });
    onSettled();
  }

  return {
    running,
    tried,
    done,
    problem,
    start: (isDry: boolean, lines: readonly ReadLine[]) => void start(isDry, lines),
    stop: () => stopping.current?.abort(),
    /** What was tried is no longer what would happen. */
    forget: () => setTried(undefined),
    hasSource: choices.source.trim() !== "",
  };
}
