import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { ActionArea } from "#app/sections/action-area.tsx";
import { Announcement } from "#app/sections/announcement.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { FinalCall } from "#app/sections/final-call.tsx";
import { DayScene } from "#app/sections/final-scenes.tsx";
import { AboutTeaser } from "#subjects/offers/sections/about-teaser.tsx";
import { AudioDemo } from "#subjects/offers/sections/audio-demo.tsx";
import { MissedCallsSection } from "#app/sections/missed-calls-section.tsx";
import { OfferHead } from "#subjects/offers/sections/offer-head.tsx";
import { NightScene } from "#subjects/offers/sections/night-scene.tsx";
import { OfferSteps } from "#subjects/offers/sections/offer-steps.tsx";
import { Testimonials } from "#app/sections/testimonials.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { Reasons } from "#subjects/offers/sections/reasons.tsx";
import { TierTable } from "#subjects/offers/sections/tier-table.tsx";
import { Promotion } from "#app/sections/promotion.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { TryOut } from "#app/sections/try-out.tsx";
import { formatDayOfYear } from "#app/ui/format.ts";
import { callConsoleCopy } from "#content/call-player.ts";
import { homeCopy } from "#content/home.ts";
import { secretariatPageCopy } from "#subjects/offers/words/offer-pages.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import { isWithin } from "#kit/civil-date.ts";
import {
  pricePerCall,
  secretariatTiers,
  secretariatVolumes,
} from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { secretariatBoard } from "./board-of.ts";

const funnel = "/inscription-secretariat";

export function SecretariatPage() {
  const site = useSite();
  const today = useToday();
  const facts = copyFacts(site);
  const home = homeCopy(facts);
  const { promotion } = site.offers;
  const board = secretariatBoard(site, today);
  const page = secretariatPageCopy({
    ...facts,
    hasFewerMissedCalls: site.claims.fewerMissedCalls,
    ...(isWithin(promotion, today) && { promotionUntil: formatDayOfYear(promotion.to) }),
  });

  return (
    <SitePage announcement={<Announcement />}>
      <div className="outer">
        <div className="frame">
          <OfferHead
            {...page}
            target={funnel}
            purchase={{ offer: "secretariat", volume: secretariatVolumes[0] }}
            listen={{ href: "#ecouter", label: callConsoleCopy.listen }}
          />
        </div>
      </div>
      <ActionArea target={funnel}>
        <div className="outer">
          <div className="frame">
            <div className="above-bar">
              <Island name="CallVolume" when="engaged" props={{ ...board, funnel: href(funnel) }} />
            </div>
            <Promotion />
            <TierTable
              labels={page.tiers}
              tiers={secretariatTiers(site.prices).map((tier) => ({
                ...tier,
                volume: tier.callsPerDay,
                eachExcludingTax: pricePerCall(tier),
              }))}
            />
            <NightScene {...page.night} />
            <Clients />
            <MissedCallsSection {...board} />
            <Reasons {...page.reasons} />
            <AudioDemo {...page.audio} />
            <TryOut maxLength={maxLengthOf("companyName")} />
            <OfferSteps {...page.steps} />
            <Questions path="/secretariat" />
          </div>
        </div>
        <Testimonials {...home.testimonials} {...page.testimonials} page="secretariat" target={funnel} />
        <AboutTeaser {...page.about} />
      </ActionArea>
      <FinalCall {...page.finalCall} call={home.finalCall.call} target={funnel} scene={<DayScene />} />
    </SitePage>
  );
}
