import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { Ledger } from "#subjects/statistics/contract/figures.ts";
import { formatCount } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminLedger as copy } from "#content/admin-ledger.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { ledgerLists } from "#subjects/leads/rules/ledger-lists.ts";

const readAgainMs = 30_000;

/** What became of each request: one line a stage, and what is missing there. */
export function LedgerScreen() {
  const { figures } = useServices();
  const ledger = useQuery({
    queryKey: screenKeys.ledger,
    queryFn: async ({ signal }) => valueOf(await figures.ledger(signal)),
    refetchInterval: readAgainMs,
    staleTime: 0,
  });
  const { heading, toast, dismiss } = useToast();
  const astray = ledger.data?.filter(({ missing }) => missing > 0).length;

  return (
    <AttentionPage
      id="registre"
      copy={{ ...copy, empty: { title: "", text: "" } }}
      query={ledger}
      total={astray === undefined ? undefined : astray === 0 ? copy.allWell : copy.toLookAt(astray)}
      isEmpty={false}
      heading={heading}
      toast={toast}
      onDismiss={dismiss}
    >
      {ledger.data && <Stages ledger={ledger.data} />}
    </AttentionPage>
  );
}

function Stages({ ledger }: { ledger: Ledger }) {
  const { now } = useDashboardVisit();
  const places = listPlaces(now);
  return (
    <Box paddingInline="inset" paddingTop={16}>
      <table className="ledger">
        <caption className="visually-hidden">{copy.title}</caption>
        <thead>
          <tr className="text-caption faint">
            <th scope="col">{copy.stage}</th>
            <th scope="col">{copy.count}</th>
            <th scope="col">{copy.missing}</th>
          </tr>
        </thead>
        <tbody>
          {ledger.map((line) => (
            <Stage key={line.stage} {...line} places={places} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Stage({ stage, count, missing, places }: Ledger[number] & { places: Places }) {
  const { name, text } = copy.stages[stage];
  const place = places[stage];
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="text-caption quiet regular block">{text}</span>
      </th>
      <td className="strong">
        <Figure value={count} place={place?.count} />
      </td>
      <td className={missing > 0 ? "strong color-error" : "faint"}>
        <Figure value={missing} place={place?.missing} />
      </td>
    </tr>
  );
}

/** A number, and the list behind it: of nothing there is none. */
function Figure({ value, place }: { value: number; place: Place | undefined }) {
  const digits = <span className="tabular">{formatCount(value)}</span>;
  if (!place || value === 0) return digits;
  return (
    <Link className="text-link finger-link" to={place.to} title={place.words}>
      {digits}
      <span className="visually-hidden">, {place.words}</span>
    </Link>
  );
}

type Place = { to: string; words: string };
type Places = Partial<Record<Ledger[number]["stage"], { count?: Place; missing?: Place }>>;

function listPlaces(now: Date): Places {
  const lists = ledgerLists(dayInParis(now));
  const ofLeads = (name: keyof typeof lists): Place => ({
    to: `/dashboard?${writeLeadFilters(lists[name]).toString()}`,
    words: copy.lists[name],
  });
  const payments = { to: "/paiements", words: copy.lists.payments };
  return {
    received: { missing: payments },
    lead: { count: ofLeads("leads") },
    delivered: { missing: { to: "/livraisons", words: copy.lists.deliveries } },
    contacted: { missing: ofLeads("notCalled") },
    paid: { count: ofLeads("paid"), missing: payments },
  };
}
