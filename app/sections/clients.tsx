import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { formatCount } from "#app/ui/format.ts";
import { homeCopy } from "#content/home.ts";

/** The strip of clients. Those of a demonstration are invented, and it says so. */
export function Clients() {
  const { brand, claims, demo } = useSite();
  const { invented, ...logos } = homeCopy({ brand, companies: formatCount(claims.companies) }).logos;
  return <Island name="LogoStrip" when="interaction" props={{ ...logos, ...(demo && { note: invented }) }} />;
}
