import { Box } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { FinalCall } from "#app/sections/final-call.tsx";
import { AttendanceScene } from "#app/sections/final-scenes.tsx";
import { AboutTeaser } from "#subjects/offers/sections/about-teaser.tsx";
import { OfferHead } from "#subjects/offers/sections/offer-head.tsx";
import { OfferSteps } from "#subjects/offers/sections/offer-steps.tsx";
import { Testimonials } from "#app/sections/testimonials.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { Reasons } from "#subjects/offers/sections/reasons.tsx";
import { TierTable } from "#subjects/offers/sections/tier-table.tsx";
import { TrainingCall } from "#subjects/offers/sections/training-call.tsx";
import { VoiceScene } from "#subjects/offers/sections/voice-scene.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { IconLink } from "#app/ui/link.tsx";
import { lowestPrice } from "#content/language/amounts.ts";
import { homeCopy } from "#content/home.ts";
import { trainingPageCopy } from "#subjects/offers/words/offer-pages.ts";
import { followUpTiers, followUpVolumes, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";

import { boardOf } from "./board-of.ts";

/** The funnel that sells these volumes. */
const funnel = "/inscription-suiviclient?variante=formation";

/** The variant of marketing for training organisations. */
export function TrainingPage() {
  const site = useSite();
  const today = useToday();
  const facts = copyFacts(site);
  const home = homeCopy(facts);
  const page = trainingPageCopy({
    ...facts,
    lowestPrice: lowestPrice("suiviclient", site.prices),
  });

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <Box as="p" paddingTop={16} paddingInline="cell" className="text-small">
            <IconLink isTall icon="back" href={href("/marketing")}>
              {page.back}
            </IconLink>
          </Box>
          <OfferHead
            {...page}
            target={funnel}
            purchase={{ offer: "suiviclient", volume: followUpVolumes[0], isTraining: true }}
            variant="close"
          />
          <Island
            name="FollowUpVolume"
            when="engaged"
            props={{
              ...boardOf(site, {
                offer: "suiviclient",
                volumes: followUpVolumes,
                today,
              }),
              funnel: href(funnel),
            }}
          />
          <TierTable
            labels={page.tiers}
            tiers={followUpTiers(site.prices).map((tier) => ({
              ...tier,
              volume: tier.activeClientsPerMonth,
              eachExcludingTax: pricePerClient(tier),
            }))}
          />
          <Clients />
          <Box paddingTop={40}>
            <VoiceScene />
          </Box>
          <Reasons {...page.features} />
        </div>
      </div>
      <TrainingCall title={page.moments.title} text={page.moments.lead} />
      <div className="outer">
        <div className="frame">
          <OfferSteps {...page.steps} />
          <Questions path="/marketing/organismes-de-formation" />
        </div>
      </div>
      <Testimonials {...home.testimonials} {...page.testimonials} page="training" target={funnel} />
      <AboutTeaser {...page.about} />
      <FinalCall {...page.finalCall} call={home.finalCall.call} target={funnel} scene={<AttendanceScene />} />
    </SitePage>
  );
}
