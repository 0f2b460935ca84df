import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { adminLive } from "#subjects/leads/words/admin-live.ts";
import { shortNameOf } from "#subjects/team/rules/person-name.ts";

import { useLive } from "./live-desk.tsx";

/** Colleagues who have the same file open. */
export function AlsoHere() {
  const onlookers = useLive()?.onlookers ?? [];
  const { personOf } = useColleagues();
  const names = onlookers.map((email) => shortNameOf(personOf(email)));
  return <div role="status">{onlookers.length > 0 && <FormNotice>{adminLive.alsoHere(names)}</FormNotice>}</div>;
}
