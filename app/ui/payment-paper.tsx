import type { ReactNode } from "react";

import { formatEuros } from "./format.ts";
import { Box, Row } from "./layout.tsx";

/** Lines of one party, the first of which names it; an empty one is left out. */
type Party = readonly (string | null)[];

type Props = {
  seller: Party;
  customer: Party;
  subject: string;
  /** In whole cents. */
  amount: { excludingTax: number; includingTax: number };
  words: { subject: string; excludingTax: string; tax: string; total: string };
  /** Between the two parties and the amounts. */
  children?: ReactNode;
};

/** What a receipt and an invoice both say: who sold, who paid, what for, with its tax. */
export function PaymentPaper({ seller, customer, subject, amount, words, children }: Props) {
  const { excludingTax, includingTax } = amount;
  const lines = [
    [words.subject, subject],
    [words.excludingTax, formatEuros(excludingTax)],
    [words.tax, formatEuros(includingTax - excludingTax)],
  ];
  return (
    <>
      <Row gap={32} isWrapping justify="between">
        {[seller, customer].map(([name, ...rest]) => (
          <div key={name}>
            <b>{name}</b>
            {rest.map((line) => line && <div key={line}>{line}</div>)}
          </div>
        ))}
      </Row>
      {children}
      <Box as="dl" marginTop={32} className="tabular">
        {lines.map(([term, value]) => (
          <Line key={term} term={term} value={value} />
        ))}
        <Line term={words.total} value={<b>{formatEuros(includingTax)}</b>} />
      </Box>
    </>
  );
}

function Line({ term, value }: { term: ReactNode; value: ReactNode }) {
  return (
    <Row gap={16} justify="between" paddingBlock={12} rule="top">
      <dt>{term}</dt>
      <dd>{value}</dd>
    </Row>
  );
}
