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

/** What is ordered, beside the form. */
export function OrderReceipt({ label, title, lines, total, question, email }: Props) {
  return (
    <aside className="order-receipt" aria-label={label}>
      <div>
        <h3 className="text-subtitle">{title}</h3>
        <dl className="tabular">
          {lines.map((line) => (
            <ReceiptLine key={line.term} {...line} />
          ))}
          {total && <ReceiptLine {...total} isTotal />}
        </dl>
        {email !== "" && (
          <p className="caption">
            {question} <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </p>
        )}
      </div>
    </aside>
  );
}

function ReceiptLine({ term, value, note, isTotal }: Line & { isTotal?: boolean }) {
  return (
    <div className={isTotal ? "order-total" : undefined}>
      <dt>{term}</dt>
      <dd>
        {value}
        {note !== undefined && <small className="text-caption faint"> {note}</small>}
      </dd>
    </div>
  );
}
