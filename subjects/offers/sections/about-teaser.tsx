import { href } from "#app/page-kit/href.ts";
import { Rail } from "#app/sections/rail.tsx";
import { Box } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { offerPagesCopy } from "#subjects/offers/words/offer-pages.ts";

/** Who we are in a sentence; the home page says the rest. */
export function AboutTeaser({ title, text }: { title: string; text: string }) {
  return (
    <div className="outer">
      <div className="frame">
        <Rail id="apropos" title={title}>
          <Box
            paddingBottom={32}
            paddingInline="cell"
            tablet={{ paddingBottom: "section" }}
            lg={{ paddingTop: "block" }}
          >
            <Box as="p" maxWidth="34ch" className="stretch-mid tracking-title leading-tight about-teaser">
              {text}
            </Box>
            <Box as="p" marginTop={12} tablet={{ marginTop: 24 }}>
              <ArrowLink isTall href={href("/#apropos")}>
                {offerPagesCopy.aboutLink}
              </ArrowLink>
            </Box>
          </Box>
        </Rail>
      </div>
    </div>
  );
}
