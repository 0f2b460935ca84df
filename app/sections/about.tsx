import "#app/ui/text.css";
import "#app/ui/words.css";
import "./about.css";

import france from "#app/assets/france.svg";
import type { HomeCopy } from "#content/home.ts";

export function About({ title, mission, values, mapDescription }: HomeCopy["about"]) {
  return (
    <section className="about" id="apropos">
      <div className="about-text">
        <h2>
          {title.before} {title.figure}
          <span className="percent">%</span> {title.after}
        </h2>
        <p className="lead">{mission}</p>
        <dl>
          {values.map(({ name, meaning }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="quiet">{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
      <figure>
        <img src={france} width="572" height="568" loading="lazy" alt={mapDescription} />
      </figure>
    </section>
  );
}
