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
          <li key={channel.name}>
            <h3>{channel.name}</h3>
            <p>{channel.text}</p>
            <blockquote>
              {"subject" in channel && <b>{channel.subject}</b>}
              {channel.message}
            </blockquote>
          </li>
        ))}
      </ul>
      <p className="channel-rule">{rule}</p>
    </Rail>
  );
}
