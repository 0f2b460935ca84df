import { Stack } from "#app/ui/layout.tsx";
import type { LineOutcome } from "#subjects/imports/contract/imports.ts";
import type { ReadLine } from "#subjects/imports/rules/read-line.ts";
import { adminImport as copy, fieldLabel } from "#subjects/imports/words/admin-import.ts";

const shownLines = 50;

/** What is wrong line by line: found here, or refused by the server. */
export function LineProblems({ read, outcomes }: { read: readonly ReadLine[]; outcomes: readonly LineOutcome[] }) {
  const found = read.filter(({ problems }) => problems.length > 0);
  const refused = outcomes.filter(({ code }) => code === "refused");
  const unproved = read.filter(({ lacksProof, problems }) => lacksProof && problems.length === 0);
  const said = [
    ...found.flatMap(({ line, problems }) =>
      problems.map(({ field, code }) => copy.lineProblem(line, fieldLabel(field), copy.problems[code])),
    ),
    ...refused.map(({ line, error = "" }) => copy.lineRefused(line, error)),
  ];
  const noted = unproved.map(({ line }) => copy.lineRefused(line, copy.lacksProof));
  const count = new Set([...found, ...refused].map(({ line }) => line)).size;
  if (said.length + noted.length === 0) return null;
  return (
    <Stack as="section" gap={8} justify="start" aria-labelledby="problemes-titre">
      <h3 id="problemes-titre" className="text-body strong">
        {copy.problemsTitle(count)}
      </h3>
      <ul className="text-small">
        {[...said, ...noted].slice(0, shownLines).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {said.length + noted.length > shownLines && (
        <p className="text-small quiet">{copy.andOthers(said.length + noted.length - shownLines)}</p>
      )}
    </Stack>
  );
}
