import { Box, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { CampaignThread } from "#app/product/campaign-thread.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { Film } from "#app/sections/film.tsx";
import { FinalCall } from "#app/sections/final-call.tsx";
import { ThreadsScene } from "#app/sections/final-scenes.tsx";
import { AboutTeaser } from "#subjects/offers/sections/about-teaser.tsx";
import { Channels } from "#subjects/offers/sections/channels.tsx";
import { OfferHead } from "#subjects/offers/sections/offer-head.tsx";
import { OfferSteps } from "#subjects/offers/sections/offer-steps.tsx";
import { Testimonials } from "#app/sections/testimonials.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { TierTable } from "#subjects/offers/sections/tier-table.tsx";
import { TrainingCall } from "#subjects/offers/sections/training-call.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { lowestPrice } from "#content/language/amounts.ts";
import { homeCopy } from "#content/home.ts";
import { marketingPageCopy } from "#subjects/offers/words/offer-pages.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";

import { boardOf } from "./board-of.ts";

const funnel = "/inscription-marketing";

export function MarketingPage() {
  const site = useSite();
  const today = useToday();
  const facts = copyFacts(site);
  const home = homeCopy(facts);
  const page = marketingPageCopy({
    ...facts,
    lowestPrice: lowestPrice("marketing", site.prices),
  });
  const { title: finalTitle, ...finalCall } = page.finalCall;

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <Stack lg={{ columns: "5fr 7fr" }} className="marketing-hero">
            <OfferHead
              {...page}
              title={[page.title]}
              target={funnel}
              purchase={{ offer: "marketing", volume: marketingVolumes[0] }}
              variant="narrow"
            />
            <Island
              name="ContactVolume"
              when="engaged"
              props={{
                ...boardOf(site, { offer: "marketing", volumes: marketingVolumes, today }),
                funnel: href(funnel),
              }}
            />
            <Box paddingInline="cell" paddingBlock="block" lg={{ paddingTop: 0 }}>
              <CampaignThread />
            </Box>
          </Stack>
          <TierTable
            labels={page.tiers}
            tiers={marketingVolumes.map((volume) => ({
              volume,
              monthlyExcludingTax: marketingPrice(volume, site.prices),
              eachExcludingTax: site.prices.marketing,
            }))}
          />
          <Clients />
          <Stack
            as="section"
            gap={24}
            paddingBlock="block"
            paddingInline="cell"
            lg={{ columns: 2, align: "center" }}
            className="section"
            aria-label={page.film.label}
          >
            <div>
              <h2>{page.film.heading}</h2>
              <Box as="p" marginTop={16} maxWidth="34ch" className="lead">
                {page.film.lead}
              </Box>
            </div>
            <Film film="marketing" title={page.film.title} play={page.film.play} target={href(funnel)} />
          </Stack>
          <Channels {...page.channels} />
          <OfferSteps {...page.steps} />
        </div>
      </div>
      <TrainingCall {...page.training} />
      <Testimonials {...home.testimonials} {...page.testimonials} page="marketing" target={funnel} />
      <div className="outer">
        <div className="frame">
          <Questions path="/marketing" />
        </div>
      </div>
      <AboutTeaser {...page.about} />
      <FinalCall
        {...finalCall}
        title={[formatEuros(site.prices.marketing), finalTitle]}
        call={home.finalCall.call}
        target={funnel}
        scene={<ThreadsScene />}
      />
    </SitePage>
  );
}
