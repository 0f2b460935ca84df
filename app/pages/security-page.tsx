import { usePageContext, useSite } from "#app/page-kit/site-context.tsx";
import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { FinalCall } from "#app/sections/final-call.tsx";
import { WayScene } from "#app/sections/final-scenes.tsx";
import { LegalPassage } from "#subjects/legal/sections/legal-blocks.tsx";
import { LegalSections } from "#subjects/legal/sections/legal-page.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { Box, Cells, Stack } from "#app/ui/layout.tsx";
import { homeCopy } from "#content/home.ts";
import { dataWay, securityAndData, securityAndDataCopy as copy, securityFacts } from "#content/security-and-data.ts";

/** From the caller to the customer, along one cord. */
function DataWay() {
  return (
    <Box background="line-800" className="dark color-on-line outer">
      <Stack
        as="ol"
        gap={24}
        paddingBlock="block"
        paddingInline="cell"
        tablet={{ columns: 3 }}
        className="frame data-way"
        aria-label={copy.way}
      >
        {dataWay(useSite()).map(({ place, who, term }, index, { length }) => (
          <Stack
            as="li"
            key={place}
            columns="auto 1fr"
            columnGap={16}
            position="relative"
            tablet={{ columns: 1, justify: "start", alignContent: "start" }}
          >
            <Jack state={index === length - 1 ? "live" : "connected"} />
            <Stack gap={8}>
              <b className="text-heading stretch-mid tracking-title leading-tight color-white">{place}</b>
              <p>
                <LegalPassage of={who} />
              </p>
              <p className="text-small color-on-line-2">
                <LegalPassage of={term} />
              </p>
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}

/** What a buyer asks about data: facts first, then the parts of the legal texts that say them. */
export function SecurityPage() {
  const { site, today } = usePageContext();

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">
              {copy.title[0]}
              <br />
              {copy.title[1]}
            </h1>
            <p className="lead">{copy.lead}</p>
          </header>
        </div>
      </div>
      <DataWay />
      <div className="outer legal" data-behaviour="legal-text">
        <div className="frame">
          <Cells as="dl" rule="bottom" columns={2} lg={{ columns: 4 }}>
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
          <LegalSections sections={securityAndData(site, today)} areTablesFolded />
        </div>
      </div>
      <FinalCall {...copy.finalCall} call={homeCopy(copyFacts(site)).finalCall.call} scene={<WayScene />} />
    </SitePage>
  );
}
