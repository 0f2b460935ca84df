import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useState } from "react";
import { Link } from "react-router";

import { ProblemSentence, AttentionLine } from "#app/admin/ui/attention-line.tsx";
import { AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { shortInstant } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { DeliveryStatus, DeliveryLine } from "#subjects/leads/contract/desk-lists.ts";
import { Button } from "#app/ui/button.tsx";
import { formatCount } from "#app/ui/format.ts";
import { adminDeliveries as copy } from "#subjects/deliveries/words/admin-deliveries.ts";
import { admin } from "#content/shared/admin.ts";

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
    <AttentionSection id={id} title={copy.groups[status]}>
      {isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void refetch()} />}
      {data && (
        <Box as="ul" rule="bottom" aria-labelledby={id}>
          {data.rows.map((delivery) => (
            <DeliveryLine
              key={delivery.delivery_id}
              delivery={delivery}
              now={now}
              readAtMs={dataUpdatedAt}
              onReplayed={onReplayed}
            />
          ))}
        </Box>
      )}
      {data && data.total > data.rows.length && (
        <Row
          as="p"
          gap={12}
          align="center"
          justify="between"
          isWrapping
          paddingBlock={16}
          paddingInline="inset"
          className="text-caption faint"
        >
          <span className="tabular">{copy.shownOf(data.rows.length, formatCount(data.total))}</span>
          <Button
            variant="secondary"
            isSmall
            busyLabel={isPlaceholderData ? copy.loading : undefined}
            onClick={() => setLimit(limit + pageSize)}
          >
            {copy.more}
          </Button>
        </Row>
      )}
    </AttentionSection>
  );
}

type LineProps = { delivery: DeliveryLine; now: Date; readAtMs: number; onReplayed: (count: number) => void };

function DeliveryLine({ delivery, now, readAtMs, onReplayed }: LineProps) {
  const { status, lead_id, lead_name, recipient, created_at } = delivery;
  const created = shortInstant(created_at, now);
  const problem = problemOf(delivery);
  const progress = progressOf(delivery, readAtMs);

  return (
    <AttentionLine isWide>
      <StatePill delivery={delivery} />
      <Stack justify="start">
        <b>{nameOfEvent(delivery)}</b>
        {lead_id !== null && (
          <Box as={Link} paddingBlock={2} className="text-link" to={`/dashboard?fiche=${lead_id}`}>
            {lead_name ?? admin.list.unnamed}
          </Box>
        )}
        {recipient !== null && <span className="text-caption quiet">{copy.to(recipient)}</span>}
        <time className="text-caption quiet tabular" dateTime={created_at}>
          {created}
        </time>
      </Stack>
      <Stack gap={2} justify="start" className="text-caption quiet">
        <span>{nameOfReceiver(delivery)}</span>
        {problem !== undefined && <p>{problem}</p>}
        {delivery.last_answer !== null && <p>{copy.answered(delivery.last_answer)}</p>}
        {status === "dead" && !delivery.is_replayable && <p>{whyNot(delivery)}</p>}
      </Stack>
      {progress === "" ? (
        <Box as="span" className="hidden-until-lg" />
      ) : (
        <span className="text-caption quiet tabular">{progress}</span>
      )}
      <ReplayButton delivery={delivery} created={created} onReplayed={onReplayed} />
    </AttentionLine>
  );
}

/** The receiver's own number where it gave one, as the team reads it in its other tools. */
function StatePill({ delivery: { status, last_status } }: { delivery: DeliveryLine }) {
  return (
    <span className={status === "dead" ? "pill pill-error" : "pill pill-late"}>{last_status ?? copy.pill[status]}</span>
  );
}

function whyNot({ host, topic }: DeliveryLine): string {
  return host === null || topic === "mail" ? copy.emptied : copy.notReplayable;
}

function ReplayButton({ delivery, created, onReplayed }: Omit<LineProps, "now" | "readAtMs"> & { created: string }) {
  const { replay, isBusy, problem } = useReplay({ deliveryId: delivery.delivery_id }, onReplayed);
  // What was never tried leaves at once anyway.
  const wasTried = delivery.last_status !== null || delivery.last_error !== null;
  if (!delivery.is_replayable || !wasTried) return null;

  return (
    <Box justifySelf="start" lg={{ justifySelf: "end" }}>
      <button type="button" className="text-link finger-link" aria-disabled={isBusy || undefined} onClick={replay}>
        {isBusy ? copy.busy : delivery.status === "dead" ? copy.replay : copy.tryNow}
        <span className="visually-hidden">{copy.ofDelivery(nameOfEvent(delivery), created)}</span>
      </button>
      <ProblemSentence sentence={problem} />
    </Box>
  );
}
