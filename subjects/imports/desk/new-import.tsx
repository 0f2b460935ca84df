import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { longDate } from "#app/admin/ui/formats.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import { adminImport } from "#subjects/imports/words/admin-import.ts";

import { type ChosenFile, firstChoices, readFile, unfinished } from "./import-file.ts";
import { ImportForm } from "./import-form.tsx";

const copy = adminImport.file;

/** What was known of the file when it was chosen: the import that follows is none of it. */
type Chosen = { file: ChosenFile; begun: ImportedFile | undefined; before: ImportedFile | undefined };

function compare(file: ChosenFile, past: readonly ImportedFile[]): Chosen {
  const begun = unfinished(past, file);
  const isSame = ({ file_hash: hash, undone_at: undone }: ImportedFile) => hash === file.hash && undone === null;
  return { file, begun, before: begun ? undefined : past.find(isSame) };
}

/** A file is chosen first: what follows is about that one. */
export function NewImport({ past }: { past: readonly ImportedFile[] }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  // A new one each time: the id of the import is its own.
  const [times, setTimes] = useState(0);

  async function choose(picked: File | undefined) {
    if (!picked) return;
    const read = await readFile(picked);
    setTimes((count) => count + 1);
    setChosen(read.ok ? compare(read.value, past) : undefined);
    setProblem(read.ok ? undefined : copy.problems[read.problem]);
  }

  const { file, begun, before } = chosen ?? {};
  return (
    <Box as="section" paddingInline="inset" paddingBlock={16} rule="top" aria-labelledby="fichier-titre">
      <Stack gap={16} justify="start">
        <h2 id="fichier-titre" className="text-body tracking-snug">
          {copy.title}
        </h2>
        <label className="text-small">
          <span className="block">{copy.label}</span>
          <input
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            className="text-body import-file"
            aria-describedby="fichier-aide"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        <p id="fichier-aide" className="text-caption quiet">
          {copy.hint}
        </p>
        <ProblemSentence sentence={problem} />
        {file && (
          <p role="status" className="breakable">
            {copy.chosen(file.name, file.table.lines.length, file.table.headers.length)}
          </p>
        )}
        {begun && <FormNotice variant="framed">{copy.goesOn(begun.reached_line, begun.last_line)}</FormNotice>}
        {before && <FormNotice variant="framed">{copy.again(longDate(before.started_at))}</FormNotice>}
        {file && (
          <ImportForm
            key={times}
            file={file}
            begun={begun}
            first={firstChoices(file, begun)}
            onSettled={() => void queryClient.invalidateQueries({ queryKey: screenKeys.imports })}
          />
        )}
      </Stack>
    </Box>
  );
}
