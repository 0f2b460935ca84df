import type { marketingPageCopy } from "#content/offer-pages.ts";

type Props = ReturnType<typeof marketingPageCopy>["channels"];

/** One message on each channel, and the rule they all follow. */
export function Channels({ title, lead, list, rule }: Props) {
  return (
    <section className="section rail">
      <div className="rail-title">
        <div>
          <h2>{title}</h2>
          <p className="lead">{lead}</p>
        </div>
      </div>
      <div className="rail-matter">
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
      </div>
    </section>
  );
}
