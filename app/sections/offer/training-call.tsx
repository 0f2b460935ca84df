import "#app/ui/text.css";
import "#app/ui/frame.css";
import "./training-call.css";

import { href } from "#app/page-kit/href.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { marketingPageCopy } from "#content/offer-pages.ts";

import { TraineeMoments } from "./trainee-moments.tsx";

type Props = ReturnType<typeof marketingPageCopy>["training"];

/** The one orange section: the variant for training organisations. */
export function TrainingCall({ title, text, link }: Props) {
  return (
    <section className="training-call outer">
      <div className="frame">
        <div>
          <h2>{title}</h2>
          <p className="text-lead">{text}</p>
          <ButtonLink href={href("/marketing/organismes-de-formation")} variant="green">
            {link}
          </ButtonLink>
        </div>
        <TraineeMoments />
      </div>
    </section>
  );
}
