import { WholeWords } from "#app/ui/kept-together.tsx";
import { Box } from "#app/ui/layout.tsx";
import { dataNotice } from "#subjects/funnel/words/funnel.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";

/** What the law wants said under each form. */
export function LegalNotice({ site }: { site: FunnelSite }) {
  const { privacy } = site.legalPages;
  return (
    <Box as="p" maxWidth="54ch" marginTop={32} className="text-caption faint">
      <WholeWords>{dataNotice.text({ company: site.companyName, email: site.contactEmail })}</WholeWords>
      {privacy === undefined ? (
        dataNotice.privacyPolicy
      ) : (
        <a className="text-link" href={privacy}>
          {dataNotice.privacyPolicy}
        </a>
      )}
      .
    </Box>
  );
}
