import type { LeadEventsApi } from "#subjects/leads/calls/lead-events.ts";
import { liveTimings } from "#kit/live-timings.ts";

export type OwnPlace = {
  current(): string | null;
  /** @param leadId whose file is open; null when none is */
  goTo(leadId: string | null): void;
  /** To a server that may not have heard it. */
  sayAgain(): void;
};

/** Tells the others which lead this tab shows, again and again: a tab that is lost says nothing. */
export function keepPlace(tab: string, events: Pick<LeadEventsApi, "say">): OwnPlace {
  let current: string | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const say = (isNew: boolean) => {
    // A hidden tab does not count as looking at the lead.
    if (document.visibilityState === "visible") void events.say({ tab, lead_id: current, is_new: isNew });
  };

  return {
    current: () => current,
    goTo(leadId) {
      if (leadId === current) return;
      current = leadId;
      clearInterval(timer);
      say(leadId !== null);
      timer = leadId === null ? undefined : setInterval(say, liveTimings.sayPlaceEveryMs, false);
    },
    sayAgain() {
      if (current !== null) say(true);
    },
  };
}
