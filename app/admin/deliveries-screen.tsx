import { useRef, useState } from "react";
import { useLoaderData } from "react-router";

import { AdminBar } from "#app/admin/admin-bar.tsx";
import { DeliveryList } from "#app/admin/delivery-list.tsx";
import { useReceivers } from "#app/admin/delivery-queries.ts";
import { DeliveryReceivers } from "#app/admin/delivery-receivers.tsx";
import { DoneMessage } from "#app/admin/done-message.tsx";
import type { DashboardVisit } from "#app/admin/guard.ts";
import { usePageTitle } from "#app/admin/page-title.ts";
import { RetryNotice } from "#app/admin/retry-notice.tsx";
import { SlackCord } from "#app/admin/slack-cord.tsx";
import type { Receiver } from "#app/api/deliveries.ts";
import { adminDeliveries as copy } from "#content/admin-deliveries.ts";

/** What did not arrive: given up, or waiting for its next try. */
export function DeliveriesScreen() {
  usePageTitle(copy.title);
  const { email, now } = useLoaderData<DashboardVisit>();
  const receivers = useReceivers();
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<{ sentence: string; number: number }>();
  const counts = countOf(receivers.data ?? []);

  function showReplayed(count: number) {
    setDone((previous) => ({ sentence: copy.done(count), number: (previous?.number ?? 0) + 1 }));
    // The button that had the focus goes with its line.
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <a className="skip-link" href="#livraisons">
        {copy.skip}
      </a>
      <AdminBar email={email} />
      <main id="livraisons" className="admin-page" tabIndex={-1}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {copy.title}
          </h1>
          <p>{copy.intro}</p>
        </header>
        <p role="status" className="admin-page-count tabular">
          {receivers.data ? copy.total(counts.dead, counts.waiting) : receivers.isPending && copy.loading}
        </p>
        {receivers.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void receivers.refetch()} />}
        {receivers.isPending && <Skeleton />}
        {receivers.data && counts.dead + counts.waiting === 0 && <AllGone />}
        {receivers.data && <DeliveryReceivers receivers={receivers.data} onReplayed={showReplayed} />}
        {counts.dead > 0 && <DeliveryList status="dead" now={now} onReplayed={showReplayed} />}
        {counts.waiting > 0 && <DeliveryList status="waiting" now={now} onReplayed={showReplayed} />}
      </main>
      {done && <DoneMessage key={done.number} sentence={done.sentence} onDismiss={() => setDone(undefined)} />}
    </>
  );
}

function countOf(receivers: Receiver[]) {
  return {
    dead: receivers.reduce((sum, { dead_count }) => sum + dead_count, 0),
    waiting: receivers.reduce((sum, { waiting_count }) => sum + waiting_count, 0),
  };
}

function AllGone() {
  return (
    <div className="no-leads">
      <SlackCord />
      <b>{copy.empty.title}</b>
      <p>{copy.empty.text}</p>
    </div>
  );
}

function Skeleton() {
  return (
    <div className="admin-page-pending" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
    </div>
  );
}
