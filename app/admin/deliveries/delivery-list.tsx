import "#app/ui/link.css";
import "#app/ui/pill.css";
import "#app/ui/words.css";
import "./delivery-list.css";
import "./delivery-progress.css";

import { useState } from "react";
import { Link } from "react-router";

import { shortInstant } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { DeliveryStatus, OpenDelivery } from "#app/api/admin/deliveries.ts";
import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#app/ui/format.ts";
import { adminDeliveries as copy } from "#content/admin-deliveries.ts";
import { admin } from "#content/admin.ts";

import { useOpenDeliveries, useReplay } from "./delivery-queries.ts";
import { nameOfEvent, nameOfReceiver, problemOf, progressOf } from "./delivery-words.ts";

const pageSize = 50;

type Props = { status: DeliveryStatus; now: Date; onReplayed: (count: number) => void };

/** The newest deliveries of one state, and more on demand. */
export function DeliveryList({ status, now, onReplayed }: Props) {
  const [limit, setLimit] = useState(pageSize);
  const { data, isError, isPlaceholderData, refetch, dataUpdatedAt } = useOpenDeliveries(status, limit);
  const id = `livraisons-${status}`;

  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{copy.groups[status]}</h2>
      {isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void refetch()} />}
      {data && (
        <ul className="delivery-list" aria-labelledby={id}>
          {data.rows.map((delivery) => (
            <DeliveryLine
              key={delivery.delivery_id}
              delivery={delivery}
              now={now}
              readAtMs={dataUpdatedAt}
              onReplayed={onReplayed}
            />
          ))}
        </ul>
      )}
      {data && data.total > data.rows.length && (
        <p className="delivery-more">
          <span className="tabular">{copy.shownOf(data.rows.length, formatCount(data.total))}</span>
          <Button
            variant="secondary"
            isSmall
            busyLabel={isPlaceholderData ? copy.loading : undefined}
            onClick={() => setLimit(limit + pageSize)}
          >
            {copy.more}
          </Button>
        </p>
      )}
    </section>
  );
}

type LineProps = { delivery: OpenDelivery; now: Date; readAtMs: number; onReplayed: (count: number) => void };

function DeliveryLine({ delivery, now, readAtMs, onReplayed }: LineProps) {
  const { event, status, lead_id, lead_name, recipient, created_at } = delivery;
  const created = shortInstant(created_at, now);
  const problem = problemOf(delivery);

  return (
    <li>
      <StatePill delivery={delivery} />
      <div className="delivery-what">
        <b>{nameOfEvent(event)}</b>
        {lead_id !== null && (
          <Link className="text-link delivery-lead" to={`/dashboard?fiche=${lead_id}`}>
            {lead_name ?? admin.list.unnamed}
          </Link>
        )}
        {recipient !== null && <span>{copy.to(recipient)}</span>}
        <time className="tabular" dateTime={created_at}>
          {created}
        </time>
      </div>
      <div className="delivery-where">
        <span>{nameOfReceiver(delivery)}</span>
        {problem !== undefined && <p>{problem}</p>}
        {status === "dead" && !delivery.is_replayable && <p>{whyNot(delivery)}</p>}
      </div>
      <span className="delivery-progress tabular">{progressOf(delivery, readAtMs)}</span>
      <ReplayButton delivery={delivery} created={created} onReplayed={onReplayed} />
    </li>
  );
}

/** The receiver's own number where it gave one, as the team reads it in its other tools. */
function StatePill({ delivery: { status, last_status } }: { delivery: OpenDelivery }) {
  return (
    <span className={status === "dead" ? "pill pill-error" : "pill pill-late"}>{last_status ?? copy.pill[status]}</span>
  );
}

function whyNot({ host, topic }: OpenDelivery): string {
  return host === null || topic === "mail" ? copy.emptied : copy.notReplayable;
}

function ReplayButton({ delivery, created, onReplayed }: Omit<LineProps, "now" | "readAtMs"> & { created: string }) {
  const { replay, isBusy, problem } = useReplay({ deliveryId: delivery.delivery_id }, onReplayed);
  // What was never tried leaves at once anyway.
  const wasTried = delivery.last_status !== null || delivery.last_error !== null;
  if (!delivery.is_replayable || !wasTried) return null;

  return (
    <div className="delivery-action">
      <button type="button" className="text-link" aria-disabled={isBusy || undefined} onClick={replay}>
        {isBusy ? copy.busy : delivery.status === "dead" ? copy.replay : copy.tryNow}
        <span className="visually-hidden">{copy.ofDelivery(nameOfEvent(delivery.event), created)}</span>
      </button>
      {problem !== undefined && (
        <p role="alert" className="delivery-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
