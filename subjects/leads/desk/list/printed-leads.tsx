import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useOptionsOfPage } from "#subjects/leads/desk/rows/lead-pages.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { dash, longInstant, originOf, shortInstant } from "#app/admin/ui/formats.ts";
import { usePrinter } from "#app/admin/ui/use-printer.ts";
import type { LeadPage } from "#subjects/leads/calls/leads.ts";
import { admin, paymentLabels, statusLabels } from "#content/shared/admin.ts";
import { printedLeads as copy } from "#subjects/leads/words/printed-leads.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

/** More of them are exported, not printed. */
const mostPrinted = 500;

type Printed = { rows: LeadRow[]; hasMore: boolean; isForPrinter: boolean };

/**
 * The leads of the filters on paper: on screen only the rows near the window are in the document. The keys of the
 * browser read as many as are printed; its menu, which waits for nothing, prints those that are at hand.
 */
export function PrintedLeads({ now }: { now: Date }) {
  const { filters, openFile } = useLeadAddress();
  const queryClient = useQueryClient();
  const optionsOfPage = useOptionsOfPage();
  const [printed, setPrinted] = useState<Printed>();

  async function readAll(): Promise<void> {
    const read = await readPages((place) => queryClient.fetchQuery(optionsOfPage(filters, place)));
    setPrinted({ ...read, isForPrinter: true });
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === "p";
    // The open file is printed instead of the list.
    if (!isPrint || openFile !== undefined) return;
    event.preventDefault();
    void readAll().catch(() => window.print());
  });
  usePrinter(
    () => {
      if (printed || openFile !== undefined) return;
      const kept = joinPages((place) => queryClient.getQueryData<LeadPage>(leadKeys.page(filters, place)));
      setPrinted({ ...kept, isForPrinter: false });
    },
    () => setPrinted(undefined),
  );

  // Synchronises with the keys of the browser.
  useEffect(() => {
    const hearKey = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", hearKey);
    return () => document.removeEventListener("keydown", hearKey);
  }, []);
  // Synchronises with the printer: what was read is printed once.
  useEffect(() => {
    if (printed?.isForPrinter) window.print();
  }, [printed]);

  if (!printed) return null;
  return (
    <section className="text-caption printed-leads">
      <h2 className="text-subtitle">{admin.list.title}</h2>
      <p>{copy.count(printed.rows.length, printed.hasMore, longInstant(now.toISOString()))}</p>
      <table>
        <thead>
          <tr>
            {copy.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.rows.map((lead, index) => (
            <tr key={lead.leadId ?? index}>
              <td>{nameOfLead(lead) ?? dash}</td>
              <td>{lead.companyName ?? dash}</td>
              <td>{[lead.phone, lead.email].filter(Boolean).join(", ") || dash}</td>
              <td>{originOf(lead)}</td>
              <td>{lead.status === null ? dash : statusLabels[lead.status]}</td>
              <td>{paymentLabels[lead.isPaid ? "paid" : "unpaid"]}</td>
              <td>{shortInstant(lead.createdAt, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Place = LeadPage["next"];

async function readPages(read: (place: Place) => Promise<LeadPage>): Promise<Omit<Printed, "isForPrinter">> {
  const rows: LeadRow[] = [];
  let place: Place = null;
  do {
    const page: LeadPage = await read(place);
    rows.push(...page.rows);
    place = page.next;
  } while (place !== null && rows.length < mostPrinted);
  return upTo(rows, place);
}

function joinPages(kept: (place: Place) => LeadPage | undefined): Omit<Printed, "isForPrinter"> {
  const rows: LeadRow[] = [];
  let place: Place = null;
  do {
    const page = kept(place);
    if (!page) return upTo(rows, place ?? {});
    rows.push(...page.rows);
    place = page.next;
  } while (place !== null && rows.length < mostPrinted);
  return upTo(rows, place);
}

function upTo(rows: LeadRow[], next: Place): Omit<Printed, "isForPrinter"> {
  return { rows: rows.slice(0, mostPrinted), hasMore: next !== null || rows.length > mostPrinted };
}
