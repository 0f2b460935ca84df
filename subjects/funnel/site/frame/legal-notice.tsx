import { KeptTogether } from "#app/ui/kept-together.tsx";
import { Box } from "#app/ui/layout.tsx";
import { dataNotice } from "#subjects/funnel/words/funnel.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { joints } from "#domain/kernel/joints.ts";

/** What the law wants said under each form. */
export function LegalNotice({ site }: { site: FunnelSite }) {
  const { privacy } = site.legalPages;
  return (
    <Box as="p" maxWidth="54ch" marginTop={32} className="text-caption faint">
      <KeptTogether text={dataNotice.text({ company: site.companyName, email: site.contactEmail })} parts={joints} />
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
