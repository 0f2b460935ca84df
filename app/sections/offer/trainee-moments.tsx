import "#app/ui/text.css";
import "#app/ui/words.css";
import "./trainee-moments.css";

import { traineeMoments } from "#content/offer-pages.ts";

/** The moments of a course at which a trainee hears from us. */
export function TraineeMoments() {
  return (
    <dl className="trainee-moments">
      {traineeMoments.map(({ when, text }) => (
        <div className="text-small" key={when}>
          <dt className="tabular">{when}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
