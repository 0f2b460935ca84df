import { Box, Stack } from "#app/ui/layout.tsx";

import { href, phoneHref } from "#app/page-kit/href.ts";
import { formatCount, formatDay } from "#app/ui/format.ts";
import { TextLink } from "#app/ui/link.tsx";
import { NarrowFold } from "#app/ui/narrow-fold.tsx";
import type { Block, Inline, Passage as PassageText, TableText } from "#subjects/legal/words/legal-text.ts";
import { requiredSentences } from "#subjects/legal/words/required-sentences.ts";

/** A paragraph, list, table… of a legal text. */
export function LegalBlock({ block, isTableFolded = false }: { block: Block; isTableFolded?: boolean }) {
  if (typeof block === "string") return <p>{block}</p>;
  if ("subtitle" in block)
    return (
      <Box
        as="h3"
        maxWidth="40ch"
        marginTop={16}
        className="text-lead stretch-full tracking-snug leading-snug"
        id={block.id}
      >
        {block.subtitle}
      </Box>
    );
  if ("list" in block) return <LegalList items={block.list} />;
  if ("facts" in block) return <Facts facts={block.facts} />;
  if ("table" in block) {
    return (
      <>
        {isTableFolded && <NarrowFold title={block.table.caption} />}
        <LegalTable {...block.table} />
      </>
    );
  }
  const isNotice = "notice" in block;
  return (
    <p className={isNotice ? "legal-framed" : undefined}>
      <LegalPassage of={isNotice ? block.notice : block} />
    </p>
  );
}

function LegalList({ items }: { items: readonly PassageText[] }) {
  return (
    <Stack as="ul" gap={8}>
      {items.map((item, place) => (
        <li key={place}>
          <LegalPassage of={item} />
        </li>
      ))}
    </Stack>
  );
}

function Facts({ facts }: { facts: readonly { term: string; value: PassageText }[] }) {
  return (
    <Box as="dl" rule="top">
      {facts.map(({ term, value }) => (
        <Stack columnGap={20} paddingBlock={8} rule="bottom" key={term}>
          <dt className="strong">{term}</dt>
          <dd>
            <LegalPassage of={value} />
          </dd>
        </Stack>
      ))}
    </Box>
  );
}

/** On small screens each row becomes a block, whose cells repeat the name of their column. */
function LegalTable({ caption, head, rows }: TableText) {
  return (
    <table className="text-small">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) =>
              column === 0 ? (
                <th key={column} scope="row">
                  <LegalPassage of={cell} />
                </th>
              ) : (
                <td key={column} data-column={head[column]}>
                  <LegalPassage of={cell} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function LegalPassage({ of: passage }: { of: PassageText }) {
  if (typeof passage === "string") return passage;
  return passage.map((piece, place) => <Piece key={place} piece={piece} />);
}

function Piece({ piece }: { piece: Inline }) {
  if (typeof piece === "string") return piece;
  if ("strong" in piece) return <strong>{piece.strong}</strong>;
  if ("code" in piece) return <code>{piece.code}</code>;
  if ("day" in piece) return <time dateTime={piece.day}>{formatDay(piece.day)}</time>;
  // A full space: the typeface draws the narrow one of the formatter almost without width.
  if ("count" in piece) return formatCount(piece.count).replaceAll("\u202f", "\u00a0");
  if ("placeholder" in piece) return <mark>{requiredSentences.placeholder}</mark>;
  if ("phone" in piece) return <TextLink href={phoneHref(piece.phone)}>{piece.phone}</TextLink>;
  if ("mail" in piece) return <TextLink href={mailHref(piece)}>{piece.mail}</TextLink>;
  if ("address" in piece) return <TextLink href={piece.address}>{piece.words}</TextLink>;
  const anchor = piece.anchor === undefined ? "" : `#${piece.anchor}`;
  return <TextLink href={href(piece.page) + anchor}>{piece.words}</TextLink>;
}

function mailHref({ mail, subject }: { mail: string; subject?: string }): string {
  return `mailto:${mail}${subject === undefined ? "" : `?subject=${encodeURIComponent(subject)}`}`;
}
