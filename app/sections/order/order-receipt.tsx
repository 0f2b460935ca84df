import { Box, Row } from "#app/ui/layout.tsx";
import "#app/ui/text.css";
import "#app/ui/words.css";
import "./order-receipt.css";

import { TextLink } from "#app/ui/link.tsx";

type Line = { term: string; value: string; note?: string };

type Props = {
  label: string;
  title: string;
  lines: Line[];
  /** The amount to pay, in large. */
  total?: Line;
  question: string;
  /** Empty: nobody to ask. */
  email: string;
};

/** What is ordered: before the form, and beside it where there is room. */
export function OrderReceipt({ label, title, lines, total, question, email }: Props) {
  return (
    <Box as="aside" rule="bottom" background="surface" lg={{ column: "9 / -1", rule: "left" }} aria-label={label}>
      <Box padding="cell" lg={{ paddingBlock: "block" }} className="order-receipt-matter">
        <h2 className="plain-title text-subtitle">{title}</h2>
        <Box as="dl" marginTop={16} className="tabular">
          {lines.map((line) => (
            <ReceiptLine key={line.term} {...line} />
          ))}
          {total && <ReceiptLine {...total} isTotal />}
        </Box>
        {email !== "" && (
          <Box as="p" marginTop={16} className="caption">
            {question} <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </Box>
        )}
      </Box>
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
