import { callPreviewCopy as copy } from "#subjects/offers/words/secretariat/call-preview.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";

import { callScript } from "./call-script.ts";
import { SpokenCall } from "./spoken-call.tsx";

/** The call that the answers of step 3 make. */
export function CallPreview({ state }: { state: FunnelState }) {
  return <SpokenCall title={copy.title} lead={copy.lead} call={callScript(state)} voice={state.voice} />;
}
