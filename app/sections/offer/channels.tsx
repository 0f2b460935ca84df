import "#app/ui/text.css";
import { Stack } from "#app/ui/layout.tsx";
import "./channels.css";

import { Rail } from "#app/sections/rail.tsx";
import type { marketingPageCopy } from "#content/offer-pages.ts";

type Props = ReturnType<typeof marketingPageCopy>["channels"];

/** One message on each channel, and the rule they all follow. */
export function Channels({ title, lead, list, rule }: Props) {
  return (
    <Rail title={title} lead={lead}>
      <ul className="channel-cells">
        {list.map((channel) => (
          <Stack as="li" gap={8} key={channel.name}>
            <h3 className="text-subtitle">{channel.name}</h3>
            <p className="quiet">{channel.text}</p>
            <blockquote className="text-small">
              {"subject" in channel && <b>{channel.subject}</b>}
              {channel.message}
            </blockquote>
          </Stack>
        ))}
      </ul>
      <p className="text-small quiet channel-rule">{rule}</p>
    </Rail>
  );
}
