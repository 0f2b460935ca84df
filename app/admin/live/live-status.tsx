import "#app/ui/text.css";
import "#app/ui/words.css";

import { Lamp } from "#app/ui/lamp.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminLive } from "#content/admin-live.ts";

import { useLive } from "./live-desk.tsx";

/** Whether what is shown is current. Said aloud only when that is news. */
export function LiveStatus() {
  const live = useLive();
  if (!live) return null;
  const isLost = live.connection === "lost";
  const sentence = isLost ? adminLive.lost : live.connection === "following" ? adminLive.current : "";

  return (
    <Row gap={8} align="center" color="on-line-2" className={isLost ? "text-caption" : "text-caption hidden-until-lg"}>
      {sentence !== "" && <Lamp state={isLost ? "live" : "connected"} />}
      <span role={isLost || live.wasLost ? "status" : undefined}>{sentence}</span>
    </Row>
  );
}
