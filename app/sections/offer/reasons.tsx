import "#app/ui/text.css";
import "./reasons.css";

import { Rail } from "#app/sections/rail.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";

type Props = {
  title: string;
  lead: string;
  list: readonly { icon: IconName; title: string; text: string }[];
};

/** Six cells beside a quiet title: reasons, or key features. */
export function Reasons({ title, lead, list }: Props) {
  return (
    <Rail title={title} lead={lead}>
      <ul className="reasons">
        {list.map((reason) => (
          <li key={reason.title}>
            <Icon name={reason.icon} />
            <div>
              <h3 className="text-subtitle">{reason.title}</h3>
              <p className="quiet">{reason.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Rail>
  );
}
