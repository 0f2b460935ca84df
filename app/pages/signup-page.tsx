import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { MiniFooter } from "#app/sections/mini-footer.tsx";
import { PageTop } from "#app/sections/page-top.tsx";
import { useVoiceSources } from "#app/sections/media-files.ts";
import { termsVersionOn } from "#subjects/legal/words/legal-versions.ts";
import { type FunnelSite, funnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { questionOf } from "#subjects/funnel/rules/questions.ts";
import { funnels } from "#subjects/funnel/site/registry/funnels.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";

const legalPages = { terms: href("/conditions-generales-utilisation"), privacy: href("/politique-de-confidentialite") };

/** The funnel draws its whole screen itself: it goes from one step to the next without leaving the page. */
export function SignupPage({ offer }: { offer: FunnelOffer }) {
  const site = useSite();
  const today = useToday();
  const voiceSamples = useVoiceSources();
  const funnel: FunnelSite = {
    ...funnelSite(site, { offer, today, legalPages, termsVersion: termsVersionOn(today, site.offers) }),
    ...(questionOf("voice").requiredIn.includes(offer) && { voiceSamples }),
  };

  return (
    <>
      <PageTop />
      <Island name={funnels[offer].island} when="load" props={{ site: funnel }} />
      <MiniFooter counts />
    </>
  );
}
