import { useEffect } from "react";

import { Lamp } from "#app/ui/lamp.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminLive } from "#subjects/leads/words/admin-live.ts";

import { useLive } from "./live-desk.tsx";

/** Long enough to read two words. */
const readingTimeMs = 4000;

/** Whether what is shown is current: a lamp in the bar, and words where that is news. */
export function LiveStatus() {
  const live = useLive();
  if (!live) return null;
  return (
    <>
      {live.connection === "following" && (
        <span title={adminLive.current}>
          <Lamp state="connected" />
          <span className="visually-hidden">{adminLive.current}</span>
        </span>
      )}
      <Notice live={live} />
    </>
  );
}

function Notice({ live: { connection, wasLost, store } }: { live: NonNullable<ReturnType<typeof useLive>> }) {
  const isLost = connection === "lost";
  const isBack = wasLost && connection === "following";

  // Synchronises with the clock.
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => store.set({ wasLost: false }), readingTimeMs);
    return () => clearTimeout(timer);
  }, [isBack, store]);

  return (
    <Row gap={8} align="center" className="color-on-line-2 text-caption live-notice" role="status">
      {(isLost || isBack) && (
        <>
          <Lamp state={isLost ? "live" : "connected"} />
          <span>{isLost ? adminLive.lost : adminLive.current}</span>
        </>
      )}
    </Row>
  );
}
