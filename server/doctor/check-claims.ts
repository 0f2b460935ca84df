import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { Publication, SiteConfig, Support } from "#domain/site/site-config.ts";
import { isPublishable, isSupported } from "#server/settings/shown-people.ts";

const french = doctorFindings.claims;

type Statement = { said: string; support: Support | undefined; field: string };
type Named = { said: string; inFrench: string; publication: Publication; field: string };

/** What the pages would state and a production does not, as nothing supports it. A demonstration states it. */
export function checkClaims({ claims = {} }: Pick<SiteConfig, "claims">): Finding[] {
  const { companies, trainingOrganisations, testimonials = [], clients = [] } = claims;
  const statements: Statement[] = [
    { said: french.companies(companies?.figure), support: companies, field: "claims.companies" },
    {
      said: french.trainingOrganisations(trainingOrganisations?.figure),
      support: trainingOrganisations,
      field: "claims.trainingOrganisations",
    },
    ...(["madeInFrance", "mostPopular", "fewerMissedCalls"] as const).map((name) => ({
      said: french[name],
      support: claims[name],
      field: `claims.${name}`,
    })),
  ];
  const people: Named[] = [
    ...testimonials.map((publication) => ({
      said: `The testimonial of ${publication.name}`,
      inFrench: french.testimonial(publication.name),
      publication,
      field: "claims.testimonials",
    })),
    ...clients.map((publication) => ({
      said: `The client ${publication.name}`,
      inFrench: french.client(publication.name),
      publication,
      field: "claims.clients",
    })),
  ];
  return [
    ...statements
      .filter(({ support }) => !isSupported(support))
      .map(({ said, field }): Finding => ({
        id: "unsupported-claim",
        sentence: `« ${said} »: no source and date in ${field}, so production does not say it.`,
        french: french.unsupported(`« ${said} »`, field),
      })),
    ...people
      .filter(({ publication }) => !isPublishable(publication))
      .map(({ said, inFrench, field }): Finding => ({
        id: "unpublishable-name",
        sentence: `${said}: no source, date and consent in ${field}, so it is not shown.`,
        french: french.unpublishable(inFrench, field),
      })),
  ];
}
