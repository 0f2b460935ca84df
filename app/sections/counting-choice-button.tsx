import { siteFrame } from "#content/site-frame.ts";

/** Objects to the counters of the funnels, or takes it back (client/counting-choice.ts). */
export function CountingChoiceButton() {
  return (
    <button type="button" className="cookie-settings counting-choice" data-behaviour="counting-choice">
      {siteFrame.countingObjection}
    </button>
  );
}
