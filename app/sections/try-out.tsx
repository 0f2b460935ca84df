import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { tryOutCopy } from "#content/shared/trades.ts";

import { SectionHead } from "./section-head.tsx";

type Props = {
  /** Of a company's name, in characters. */
  maxLength: number;
};

/** The visitor's own call. Its script comes with the first gesture on it. */
export function TryOut({ maxLength }: Props) {
  return (
    <section className="section above-bar" id="essayer">
      <SectionHead title={[tryOutCopy.title]} lead={tryOutCopy.lead} />
      <Island name="CallTryOut" when="interaction" props={{ funnel: href("/inscription-secretariat"), maxLength }} />
    </section>
  );
}
