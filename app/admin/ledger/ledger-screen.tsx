import "#app/ui/link.css";
import "#app/ui/text.css";
import "#app/ui/words.css";
import "./ledger-screen.css";

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { useServices } from "#app/admin/shell/services.tsx";
import { AttentionPage } from "#app/admin/ui/attention-page.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { Ledger } from "#app/api/admin/statistics.ts";
import { formatCount } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminLedger as copy } from "#content/admin-ledger.ts";

const readAgainMs = 30_000;

/** What became of each request: one line a stage, and what is missing there. */
export function LedgerScreen() {
  const { figures } = useServices();
  const ledger = useQuery({
    queryKey: ["ledger"],
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
            <Stage key={line.stage} {...line} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Stage({ stage, count, missing }: Ledger[number]) {
  const { name, text, list } = copy.stages[stage];
  return (
    <tr>
      <th scope="row">
        {name}
        <span className="text-caption quiet regular block">{text}</span>
        {list && (
          <Link className="text-caption text-link finger-link" to={list.to}>
            {list.words}
          </Link>
        )}
      </th>
      <td className="strong tabular">{formatCount(count)}</td>
      <td className={missing > 0 ? "strong tabular color-error" : "tabular faint"}>{formatCount(missing)}</td>
    </tr>
  );
}
