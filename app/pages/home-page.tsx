import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { About } from "#app/sections/about.tsx";
import { ActionArea } from "#app/sections/action-area.tsx";
import { Announcement } from "#app/sections/announcement.tsx";
import { BlogTeaser } from "#subjects/blog/sections/blog-teaser.tsx";
import { Clients } from "#app/sections/clients.tsx";
import { Comparison } from "#app/sections/comparison.tsx";
import { FinalCall } from "#app/sections/final-call.tsx";
import { Hero } from "#app/sections/hero.tsx";
import { HowItWorks } from "#app/sections/how-it-works.tsx";
import { Integrations } from "#app/sections/integrations.tsx";
import { MissedCallsSection } from "#app/sections/missed-calls-section.tsx";
import { Questions } from "#subjects/offers/sections/questions.tsx";
import { Pricing } from "#app/sections/pricing.tsx";
import { Services } from "#app/sections/services.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { Team } from "#app/sections/team.tsx";
import { Testimonials } from "#app/sections/testimonials.tsx";
import { homeCopy } from "#content/home.ts";
import { isWithin } from "#kit/civil-date.ts";

import { secretariatBoard } from "./board-of.ts";

export function HomePage() {
  const site = useSite();
  const { claims, offers } = site;
  const today = useToday();
  const board = secretariatBoard(site, today);
  const home = homeCopy({
    ...copyFacts(site),
    isPromotion: isWithin(offers.promotion, today),
  });

  return (
    <SitePage announcement={<Announcement />}>
      <div className="outer">
        <Hero {...home.hero} console={home.console} />
      </div>
      <ActionArea target="/inscription-secretariat">
        <div className="outer">
          <div className="frame">
            <Clients />
            <Services {...home.services} />
            <HowItWorks {...home.steps} />
          </div>
        </div>
        <Testimonials {...home.testimonials} page="home" target="/inscription" />
        <div className="outer">
          <div className="frame">
            <MissedCallsSection {...board} />
            <Comparison />
            <Pricing {...home.pricing} isMostChosen={claims.mostPopular} />
            <Questions path="/" />
          </div>
        </div>
        <Integrations {...home.integrations} />
        <div className="outer">
          <div className="frame">
            <About {...home.about} />
            <Team {...home.team} />
            <BlogTeaser {...home.blog} />
          </div>
        </div>
      </ActionArea>
      <FinalCall {...home.finalCall} />
    </SitePage>
  );
}
