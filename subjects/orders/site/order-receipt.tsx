import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { IconLink, TextLink } from "#app/ui/link.tsx";

type Line = { term: string; value: string; note?: string };

type Props = {
  label: string;
  title: string;
  lines: Line[];
  /** The amount to pay, in large. */
  total?: Line;
  /** What binds both sides, under the amount. */
  terms?: { label: string; text: string }[];
  /** The file that puts its day in a calendar. */
  calendar?: { label: string; target: string };
  question: string;
  /** Empty: no address to ask at. */
  email: string;
};

/** What is ordered: before the form, and beside it where there is room. */
export function OrderReceipt({ label, title, lines, total, terms = [], calendar, question, email }: Props) {
  return (
    <Box as="aside" rule="bottom" background="surface" lg={{ column: "9 / -1", rule: "left" }} aria-label={label}>
      <Stack
        padding="cell"
        tablet={{ columns: "1fr 2fr", columnGap: 32 }}
        lg={{ columns: 1, paddingBlock: "block" }}
        className="order-receipt-matter"
      >
        <h2 className="plain-title text-subtitle">{title}</h2>
        <div>
          <Box as="dl" marginTop={16} tablet={{ marginTop: 0 }} lg={{ marginTop: 16 }} className="tabular">
            {lines.map((line) => (
              <ReceiptLine key={line.term} {...line} />
            ))}
            {total && <ReceiptLine {...total} isTotal />}
          </Box>
          {terms.map(({ label: term, text }) => (
            <Box as="p" key={term} marginTop={16} className="text-small">
              <b>{term}.</b> {text}
            </Box>
          ))}
          {calendar && (
            <Box as="p" marginTop={16}>
              <IconLink icon="calendar" href={calendar.target}>
                {calendar.label}
              </IconLink>
            </Box>
          )}
          {email !== "" && (
            <Box as="p" marginTop={16} className="caption">
              {question} <TextLink href={`mailto:${email}`}>{email}</TextLink>
            </Box>
          )}
        </div>
      </Stack>
    </Box>
  );
}

function ReceiptLine({ term, value, note, isTotal }: Line & { isTotal?: boolean }) {
  return (
    <Row
      gap={16}
      justify="between"
      align={isTotal ? "baseline" : "stretch"}
      paddingBlock={12}
      rule="top"
      className="text-small"
    >
      <dt>{term}</dt>
      <dd className={`strong right-aligned ${isTotal ? "text-heading tracking-display leading-tight" : ""}`}>
        {value}
        {note !== undefined && (
          <Box as="small" maxWidth="22ch" marginLeft="auto" className="text-caption regular leading-snug faint block">
            {" "}
            {note}
          </Box>
        )}
      </dd>
    </Row>
  );
}
