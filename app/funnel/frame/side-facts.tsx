import "#app/ui/text.css";
import "#app/ui/words.css";
import "./side-facts.css";

import { Icon } from "#app/ui/icon.tsx";

/** What the offer includes. */
export function SidePoints({ points }: { points: readonly string[] }) {
  return (
    <ul className="funnel-points">
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" isSmall />
          {point}
        </li>
      ))}
    </ul>
  );
}

type Fact = { label: string; value: string };

/** The choice of step 3 and its price, which follow the answers. */
export function SideChoice({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="funnel-choice tabular">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-caption">{label}</dt>
          <dd className="text-lead">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
