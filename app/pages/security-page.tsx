import { useSite } from "#app/page-kit/site-context.tsx";
import { LegalPassage } from "#subjects/legal/sections/legal-blocks.tsx";
import { LegalSections } from "#subjects/legal/sections/legal-page.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { Box, Cells } from "#app/ui/layout.tsx";
import { securityAndData, securityAndDataCopy as copy, securityFacts } from "#content/security-and-data.ts";

/** What a buyer asks about data: facts first, then the parts of the legal texts that say them. */
export function SecurityPage() {
  const site = useSite();

  return (
    <SitePage>
      <div className="outer legal" data-behaviour="legal-text">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">{copy.title}</h1>
            <p className="lead">{copy.lead}</p>
          </header>
          <Cells as="dl" rule="block" md={{ columns: 2 }} lg={{ columns: 4 }}>
            {securityFacts(site).map(({ term, value, note }) => (
              <Box key={term} padding="cell">
                <dt className="text-small quiet">{term}</dt>
                <Box as="dd" marginTop={8} className="text-subtitle strong stretch-mid tracking-title leading-tight">
                  <LegalPassage of={value} />
                </Box>
                <Box as="dd" marginTop={8} className="text-small quiet">
                  <LegalPassage of={note} />
                </Box>
              </Box>
            ))}
          </Cells>
          <LegalSections sections={securityAndData(site)} />
        </div>
      </div>
    </SitePage>
  );
}
