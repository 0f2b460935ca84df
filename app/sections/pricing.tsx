import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/section.css";
import "#app/ui/words.css";
import "./pricing.css";
import "./rail.css";

import { href, type PagePath } from "#app/page-kit/href.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import type { HomeCopy } from "#content/home.ts";
import type { Cents } from "#domain/kernel/money.ts";
import { advertisedPrices } from "#domain/offers/advertised.ts";

import { Promotion } from "./promotion.tsx";

type Props = HomeCopy["pricing"];

/** Three plans with the advertised prices, and the promotion while it lasts. */
export function Pricing({ title, lead, tax, compute, plans, ...labels }: Props) {
  return (
    <>
      <section className="section rail" id="tarifs">
        <div className="rail-title">
          <div>
            <h2>
              {title[0]}
              <br />
              {title[1]}
            </h2>
            <p className="lead">{lead}</p>
            <p className="caption plans-note">{tax}</p>
            <p className="plans-note">
              <ArrowLink href={href("/secretariat")}>{compute}</ArrowLink>
            </p>
          </div>
        </div>
        <div className="rail-matter">
          <div className="plans">
            <Plan
              {...plans.marketing}
              {...labels}
              price={advertisedPrices.marketingPerContact}
              path="/inscription-marketing"
            />
            <Plan
              {...plans.secretariat}
              {...labels}
              price={advertisedPrices.secretariatPerCall}
              path="/inscription-secretariat"
              isPopular
            />
            <Plan
              {...plans.followUp}
              {...labels}
              price={advertisedPrices.followUpPerClient}
              path="/inscription-suiviclient"
            />
          </div>
        </div>
      </section>
      <Promotion />
    </>
  );
}

type PlanProps = Props["plans"]["secretariat"] &
  Pick<Props, "from" | "excludingTax" | "popular"> & { price: Cents; path: PagePath; isPopular?: boolean };

function Plan({ name, description, price, unit, features, action, path, isPopular, ...labels }: PlanProps) {
  return (
    <article className={isPopular ? "plan plan-popular dark" : "plan"}>
      <Row as="header" gap={8} align="center" justify="between">
        <h3>{name}</h3>
        {isPopular && <span className="text-caption plan-badge">{labels.popular}</span>}
      </Row>
      <p className="quiet">{description}</p>
      <Stack gap={2} className="plan-price">
        <small className="text-small faint">{labels.from}</small>
        <b className="tabular">{formatEuros(price)}</b>
        <span className="text-lead">
          {labels.excludingTax} {unit}
        </span>
      </Stack>
      <ul>
        {features.map((feature) => (
          <Row as="li" gap={12} align="center" className="text-small" key={feature}>
            <Icon name="check" isSmall />
            <span>{feature}</span>
          </Row>
        ))}
      </ul>
      <ButtonLink href={href(path)} variant={isPopular ? "primary" : "secondary"}>
        {action}
      </ButtonLink>
    </article>
  );
}
