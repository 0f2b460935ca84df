import { Box, Cells, Stack } from "#app/ui/layout.tsx";

import { Rail } from "#app/sections/rail.tsx";
import type { marketingPageCopy } from "#subjects/offers/words/offer-pages.ts";

type Props = ReturnType<typeof marketingPageCopy>["channels"];

/** One message on each channel, and the rule they all follow. */
export function Channels({ title, lead, example, list, rule, excluded }: Props) {
  return (
    <Rail title={title} lead={lead}>
      <Cells as="ul" rule="block" tablet={{ columns: 3 }} lg={{ rule: "bottom" }}>
        {list.map((channel) => (
          <Stack as="li" gap={8} alignContent="start" padding="cell" lg={{ paddingBlock: "block" }} key={channel.name}>
            <h3 className="text-subtitle">{channel.name}</h3>
            <Box as="p" maxWidth="40ch" className="quiet">
              {channel.text}
            </Box>
            <Box
              as="blockquote"
              marginTop={16}
              padding={16}
              radius="lg"
              background="surface"
              className="text-small channel-message"
            >
              <small className="caption block">{example}</small>
              {"subject" in channel && <b className="block">{channel.subject}</b>}
              {channel.message}
            </Box>
          </Stack>
        ))}
      </Cells>
      <Box paddingTop={20} paddingInline="cell" paddingBottom={24} className="text-small quiet">
        <Box as="p" maxWidth="56ch">
          {rule}
        </Box>
        <Box as="p" maxWidth="56ch" marginTop={8}>
          {excluded}
        </Box>
      </Box>
    </Rail>
  );
}
