import { FormNotice } from "#app/ui/form-notice.tsx";
import { adminLive } from "#subjects/leads/words/admin-live.ts";

import { useLive } from "./live-desk.tsx";

/** Colleagues who have the same file open. */
export function AlsoHere() {
  const onlookers = useLive()?.onlookers ?? [];
  return (
    <div role="status">{onlookers.length > 0 && <FormNotice>{adminLive.alsoHere([...onlookers])}</FormNotice>}</div>
  );
}
