import { usePageContext, useSite } from "#app/page-kit/site-context.tsx";
import { LegalPassage } from "#subjects/legal/sections/legal-blocks.tsx";
import { LegalSections } from "#subjects/legal/sections/legal-page.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Cells, Stack } from "#app/ui/layout.tsx";
import { dataWay, securityAndData, securityAndDataCopy as copy, securityFacts } from "#content/security-and-data.ts";

/** From the caller to the customer, along one cord. */
function DataWay() {
  return (
    <Stack
      as="ol"
      gap={24}
      paddingInline="cell"
      paddingBottom="block"
      tablet={{ columns: 3 }}
      className="data-way"
      aria-label={copy.way}
    >
      {dataWay(useSite()).map(({ place, who, term }) => (
        <Stack
          as="li"
          key={place}
          columns="auto 1fr"
          columnGap={16}
          position="relative"
          tablet={{ columns: 1, rowGap: 40, justify: "start" }}
        >
          <Jack state="connected" />
          <div>
            <b className="text-subtitle stretch-mid leading-tight">{place}</b>
            <p>
              <LegalPassage of={who} />
            </p>
            <p className="text-small quiet">
              <LegalPassage of={term} />
            </p>
          </div>
        </Stack>
      ))}
    </Stack>
  );
}

/** What a buyer asks about data: facts first, then the parts of the legal texts that say them. */
export function SecurityPage() {
  const { site, today } = usePageContext();

  return (
    <SitePage>
      <div className="outer legal" data-behaviour="legal-text">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">{copy.title}</h1>
            <p className="lead">{copy.lead}</p>
          </header>
          <DataWay />
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
          <LegalSections sections={securityAndData(site, today)} />
        </div>
      </div>
    </SitePage>
  );
}
