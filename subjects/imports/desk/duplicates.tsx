import { Fragment, useState } from "react";

import { fileParam } from "#app/admin/data/file-address.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import type { LineOutcome } from "#subjects/imports/contract/imports.ts";
import type { ReadLine } from "#subjects/imports/rules/read-line.ts";
import { adminImport } from "#subjects/imports/words/admin-import.ts";

const copy = adminImport.duplicates;
const shownAtOnce = 10;

type Props = {
  lines: readonly number[];
  /** Of the file alone: the line that each repeats. */
  repeats: ReadonlyMap<number, number>;
  outcomes: readonly LineOutcome[];
  read: readonly ReadLine[];
  /** Those that are created all the same. */
  besides: readonly number[];
  onChoose: (besides: number[]) => void;
};

/** Lines of whom there is a lead, or a line before: passed over, unless a lead beside is wanted. */
export function Duplicates({ lines, repeats, outcomes, read, besides, onChoose }: Props) {
  const [shown, setShown] = useState(shownAtOnce);
  if (lines.length === 0) return null;
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.line, outcome]));
  const lineOf = new Map(read.map((each) => [each.line, each]));
  const toggle = (line: number) =>
    onChoose(besides.includes(line) ? besides.filter((each) => each !== line) : [...besides, line]);

  return (
    <Stack as="section" gap={8} justify="start" aria-labelledby="doublons-titre">
      <h3 id="doublons-titre" className="text-body strong">
        {copy.title(lines.length)}
      </h3>
      <p className="text-caption quiet">{copy.intro}</p>
      <Row gap={8} isWrapping>
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => onChoose([])}>
          {copy.skipAll}
        </Button>
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => onChoose([...lines])}>
          {copy.createAll}
        </Button>
      </Row>
      <ul className="text-small import-lines" aria-label={copy.title(lines.length)}>
        {lines.slice(0, shown).map((line) => (
          <Row as="li" key={line} gap={16} align="center" justify="between" isWrapping paddingBlock={8} rule="top">
            <span className="breakable">
              <b>{copy.line(line, nameOf(lineOf.get(line)))}</b>{" "}
              <Likeness outcome={outcomeOf.get(line)} repeats={repeats.get(line)} />
            </span>
            <Row as="label" gap={8} align="center">
              <input type="checkbox" checked={besides.includes(line)} onChange={() => toggle(line)} />
              <span>
                {copy.create}
                <span className="visually-hidden">{copy.createLine(line)}</span>
              </span>
            </Row>
          </Row>
        ))}
      </ul>
      {lines.length > shown && (
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => setShown(shown * 10)}>
          {copy.more}
        </Button>
      )}
    </Stack>
  );
}

function Likeness({ outcome, repeats }: { outcome: LineOutcome | undefined; repeats: number | undefined }) {
  const alike = outcome?.alike ?? [];
  if (alike.length === 0) return repeats === undefined ? null : copy.sameAsLine(repeats);
  return (
    <>
      {copy.sameAs}{" "}
      {alike.map(({ lead_id: id, name }, place) => (
        <Fragment key={id}>
          {place > 0 && ", "}
          <TextLink href={`/admin/dashboard?${fileParam}=${id}`} target="_blank">
            {name ?? copy.unnamed}
          </TextLink>
        </Fragment>
      ))}
    </>
  );
}

function nameOf(read: ReadLine | undefined): string {
  const { first_name: first, last_name: last, company_name: company, email, phone } = read?.given ?? {};
  return [first, last].filter(Boolean).join(" ") || company || email || phone || copy.unnamed;
}
