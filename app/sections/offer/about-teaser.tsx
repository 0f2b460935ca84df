import "#app/ui/text.css";
import "#app/sections/rail.css";
import "#app/ui/frame.css";
import "#app/ui/section.css";
import "./about-teaser.css";

import { href } from "#app/page-kit/href.ts";
import { ArrowLink } from "#app/ui/link.tsx";
import { offerPagesCopy } from "#content/offer-pages.ts";

/** Who we are in a sentence; the home page says the rest. */
export function AboutTeaser({ title, text }: { title: string; text: string }) {
  return (
    <div className="outer">
      <div className="frame">
        <section className="section rail" id="apropos">
          <div className="rail-title">
            <div>
              <h2>{title}</h2>
            </div>
          </div>
          <div className="rail-matter about-teaser">
            <p className="text-heading">{text}</p>
            <ArrowLink href={href("/#apropos")}>{offerPagesCopy.aboutLink}</ArrowLink>
          </div>
        </section>
      </div>
    </div>
  );
}
