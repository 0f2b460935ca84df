import { copyFacts } from "#app/page-kit/copy-facts.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Box } from "#app/ui/layout.tsx";
import { homeCopy } from "#content/home.ts";

/** The strip of clients. Those of a demonstration are drawn marks; without any, how many there are. */
export function Clients() {
  const site = useSite();
  const { clients } = site;
  const { logos } = homeCopy(copyFacts(site));
  if (clients.length === 0) {
    if (logos.claim === undefined) return null;
    return (
      <Box as="p" paddingBlock={24} paddingInline="cell" rule="top" className="text-small quiet">
        {logos.claim}
      </Box>
    );
  }
  return (
    <Island
      name="LogoStrip"
      when="interaction"
      props={{
        ...logos,
        clients: clients.map(({ name, picture }) => ({ name, ...(picture !== undefined && { picture }) })),
        areInvented: clients.some(({ isInvented }) => isInvented),
      }}
    />
  );
}
