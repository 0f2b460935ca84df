import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { FinalCall } from "#app/sections/final-call.tsx";
import { WeeksScene } from "#app/sections/final-scenes.tsx";
import { AboutTeaser } from "#subjects/offers/sections/about-teaser.tsx";
import { FollowUpPrices } from "#subjects/offers/sections/follow-up-prices.tsx";
import { VoiceScene } from "#subjects/offers/sections/voice-scene.tsx";
import { OfferHead } from "#subjects/offers/sections/offer-head.tsx";
import { OfferSteps } from "#subjects/offers/sections/offer-steps.tsx";
import { Testimonials } from "#app/sections/testimonials.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { Reasons } from "#subjects/offers/sections/reasons.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { lowestPrice } from "#content/language/amounts.ts";
import { homeCopy } from "#content/home.ts";
import { followUpPageCopy } from "#subjects/offers/words/offer-pages.ts";
import { followUpVolumes } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";

const funnel = "/inscription-suiviclient";

export function FollowUpPage() {
  const facts = copyFacts(useSite());
  const home = homeCopy(facts);
  const page = followUpPageCopy({ ...facts, lowestPrice: lowestPrice("suiviclient", facts.prices) });

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <OfferHead {...page} target={funnel} purchase={{ offer: "suiviclient", volume: followUpVolumes[0] }} />
          <VoiceScene />
          <Clients />
          <Reasons {...page.features} />
          <OfferSteps {...page.steps} />
          <FollowUpPrices {...page.prices} />
          <Questions path="/suivi-client" />
        </div>
      </div>
      <Testimonials {...home.testimonials} {...page.testimonials} page="followUp" target={funnel} />
      <AboutTeaser {...page.about} />
      <FinalCall {...page.finalCall} call={home.finalCall.call} target={funnel} scene={<WeeksScene />} />
    </SitePage>
  );
}
