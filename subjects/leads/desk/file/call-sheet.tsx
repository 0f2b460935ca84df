import { usePrices } from "#app/admin/data/services.ts";
import { useState } from "react";

import { businessOf, dash, joinFacts, longInstant, originOf, sayCallConsent } from "#app/admin/ui/formats.ts";
import { usePrinter } from "#app/admin/ui/use-printer.ts";
import { admin, paymentLabels, statusLabels } from "#content/shared/admin.ts";
import { amountOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import type { LeadFact } from "#subjects/leads/contract/lead-reading.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { useHistory } from "./file-queries.ts";
import { FileEntry } from "./file-entry.tsx";
import { AnswerEntries } from "./lead-answers.tsx";
import { Fact } from "./lead-history.tsx";

const { contact, followUp } = admin.file;
const copy = fileCopy.print;
/** What was said and agreed so far; on one page, the last of it. */
const told: ReadonlySet<LeadFact["kind"]> = new Set(["note", "call", "callback", "status", "payment"]);
const mostTold = 5;
const ruledLines = 8;

/** One page to have at hand while one calls, drawn in the place of the file when the browser prints. */
export function CallSheet({ lead }: { lead: LeadRow & { leadId: string } }) {
  const prices = usePrices();
  const [isPrinting, setIsPrinting] = useState(false);
  const history = useHistory(lead.leadId);
  usePrinter(
    () => setIsPrinting(true),
    () => setIsPrinting(false),
  );

  if (!isPrinting) return null;
  const facts = history.data?.pages.flat().filter(({ kind }) => told.has(kind)) ?? [];
  const entries = {
    [contact.phone]: lead.phone,
    [contact.email]: lead.email,
    [contact.origin]: originOf(lead),
    [copy.amount]: amountOf(lead, prices),
    [followUp.status]: lead.status && statusLabels[lead.status],
    [followUp.payment]: paymentLabels[lead.isPaid ? "paid" : "unpaid"],
    [fileCopy.callback.label]: lead.callbackAt && longInstant(lead.callbackAt),
    [contact.callConsent]: sayCallConsent(lead),
  };
  return (
    <section className="call-sheet" aria-label={copy.title}>
      <h2 className="text-heading leading-tight">{nameOfLead(lead) ?? dash}</h2>
      <p>{joinFacts([lead.companyName, businessOf(lead)])}</p>
      <dl className="call-sheet-columns">
        {Object.entries(entries).map(([label, value]) => (
          <FileEntry key={label} label={label}>
            {value ?? dash}
          </FileEntry>
        ))}
        <AnswerEntries lead={lead} />
      </dl>
      {facts.length > 0 && <h3 className="text-body">{fileCopy.history.title}</h3>}
      <ol>
        {facts.slice(0, mostTold).map((fact) => (
          <Fact key={fact.id} fact={fact} />
        ))}
      </ol>
      <h3 className="text-body">{copy.notes}</h3>
      {Array.from({ length: ruledLines }, (_, line) => (
        <p key={line} className="call-sheet-line" />
      ))}
    </section>
  );
}
