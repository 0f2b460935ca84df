import { Box } from "#app/ui/layout.tsx";
import { ProblemSentence, AttentionLine } from "#app/admin/ui/attention-line.tsx";
import { AttentionSection } from "#app/admin/frame/attention-page.tsx";
import type { Receiver } from "#subjects/leads/contract/desk-lists.ts";
import { Button } from "#app/ui/button.tsx";
import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";

import { useReplay } from "./delivery-queries.ts";
import { nameOfReceiver, type ReceiverCondition, stateOfReceiver } from "./delivery-words.ts";

const copy = adminDeliveries.receivers;

const statePills: Record<ReceiverCondition, string> = {
  working: "pill pill-done",
  paused: "pill pill-late",
  gone: "pill pill-error",
  not_configured: "pill pill-closed",
};

type Props = { receivers: Receiver[]; onReplayed: (count: number) => void };

/** Every place deliveries go to, with how it is doing and what waits for it. */
export function DeliveryReceivers({ receivers, onReplayed }: Props) {
  return (
    <AttentionSection id="destinataires" title={copy.title}>
      <Box as="ul" rule="bottom">
        {receivers.map((receiver) => (
          <ReceiverLine key={receiver.receiver_id ?? "mail"} receiver={receiver} onReplayed={onReplayed} />
        ))}
      </Box>
    </AttentionSection>
  );
}

function ReceiverLine({ receiver, onReplayed }: { receiver: Receiver; onReplayed: Props["onReplayed"] }) {
  const { replay, isBusy, problem } = useReplay({ receiverId: receiver.receiver_id }, onReplayed);
  const state = stateOfReceiver(receiver);
  const name = nameOfReceiver(receiver);
  const canReplay = receiver.replayable_count > 0 && state !== "not_configured";

  return (
    <AttentionLine>
      <span className={statePills[state]}>{copy.states[state]}</span>
      <div>
        <b>{name}</b>
        {state !== "working" && <p className="text-caption quiet">{copy.details[state]}</p>}
        <ProblemSentence sentence={problem} />
      </div>
      <span className="text-caption quiet tabular">{copy.counts(receiver.dead_count, receiver.waiting_count)}</span>
      {canReplay && (
        <Box
          as={Button}
          justifySelf="start"
          lg={{ justifySelf: "end" }}
          variant="secondary"
          isSmall
          hasPlug={false}
          busyLabel={isBusy ? adminDeliveries.busy : undefined}
          onClick={replay}
        >
          {copy.replay(receiver.replayable_count)}
          <span className="visually-hidden">{copy.replayTo(name)}</span>
        </Box>
      )}
    </AttentionLine>
  );
}
