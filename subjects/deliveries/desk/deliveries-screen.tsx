import { Stack } from "#app/ui/layout.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { Receiver } from "#subjects/leads/contract/desk-lists.ts";
import { adminDeliveries as copy } from "#subjects/deliveries/words/admin-deliveries.ts";

import { DeliveryList } from "./delivery-list.tsx";
import { useReceivers } from "./delivery-queries.ts";
import { DeliveryReceivers } from "./delivery-receivers.tsx";

/** What did not arrive: given up, or waiting for its next try. */
export function DeliveriesScreen() {
  const { now } = useDashboardVisit();
  const receivers = useReceivers();
  const { showToast, dismiss, ...page } = useToast();
  const counts = receivers.data && countOf(receivers.data);
  const showReplayed = (count: number) => showToast(copy.done(count));

  return (
    <AttentionPage
      {...page}
      id="livraisons"
      copy={copy}
      query={receivers}
      total={counts && copy.total(counts.dead, counts.waiting)}
      isEmpty={counts?.dead === 0 && counts.waiting === 0}
      onDismiss={dismiss}
    >
      {receivers.isPending && <Skeleton />}
      {receivers.data && <DeliveryReceivers receivers={receivers.data} onReplayed={showReplayed} />}
      {counts && counts.dead > 0 && <DeliveryList status="dead" now={now} onReplayed={showReplayed} />}
      {counts && counts.waiting > 0 && <DeliveryList status="waiting" now={now} onReplayed={showReplayed} />}
    </AttentionPage>
  );
}

function countOf(receivers: Receiver[]) {
  return {
    dead: receivers.reduce((sum, { dead_count }) => sum + dead_count, 0),
    waiting: receivers.reduce((sum, { waiting_count }) => sum + waiting_count, 0),
  };
}

function Skeleton() {
  return (
    <Stack gap={8} paddingBlock={16} paddingInline="inset" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
    </Stack>
  );
}
