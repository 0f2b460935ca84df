import { Lead } from "./lead.tsx";

type Props = {
  /** One line each. */
  title: readonly string[];
  lead: string;
};

export function SectionHead({ title, lead }: Props) {
  return (
    <div className="head section-head">
      <h2>
        {title[0]}
        {title.length > 1 && <br />}
        {title[1]}
      </h2>
      <Lead>{lead}</Lead>
    </div>
  );
}
