import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import type { HomeCopy } from "#content/home.ts";
import { signUpAddress } from "#domain/site/offer-addresses.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

import { Promotion } from "./promotion.tsx";
import { Rail } from "./rail.tsx";

type Props = HomeCopy["pricing"] & {
  /** Whether something supports that the secretariat is. */
  isMostChosen: boolean;
};

/** Three plans with the advertised prices, and the promotion while it lasts. */
export function Pricing({ title, lead, tax, compute, plans, isMostChosen, ...labels }: Props) {
  return (
    <>
      <Rail
        id="tarifs"
        title={
          <>
            {title[0]}
            <br />
            {title[1]}
          </>
        }
        lead={lead}
        aside={
          <Row
            columnGap={16}
            rowGap={4}
            isWrapping
            align="center"
            justify="between"
            marginTop={8}
            tablet={{ rowGap: 16, marginTop: 16 }}
          >
            <p className="caption">{tax}</p>
            <ArrowLink href={href("/secretariat")}>{compute}</ArrowLink>
          </Row>
        }
      >
        <Stack rule="top" tablet={{ columns: 3 }} lg={{ rule: "none", height: "full" }} className="snap-row">
          {plans.map((plan) => (
            <Plan key={plan.offer} {...labels} {...plan} isMostChosen={isMostChosen} />
          ))}
        </Stack>
      </Rail>
      <Promotion />
    </>
  );
}

type PlanProps = Props["plans"][number] & Pick<Props, "from" | "excludingTax" | "popular" | "isMostChosen">;

function Plan({
  offer,
  name,
  description,
  unit,
  monthly,
  features,
  action,
  isPopular,
  isMostChosen,
  ...labels
}: PlanProps) {
  const { prices } = useSite();
  return (
    <Row
      as="article"
      direction="column"
      padding="cell"
      rule="bottom"
      position="relative"
      tablet={{ paddingTop: 40, paddingBottom: 40, rule: "none" }}
      lg={{ paddingTop: "block" }}
      className={isPopular ? "plan plan-popular dark" : "plan"}
    >
      <Row as="header" gap={8} align="center" justify="between">
        <h3>{name}</h3>
        {isPopular && isMostChosen && (
          <span className="text-caption strong color-ink unbroken plan-badge">{labels.popular}</span>
        )}
      </Row>
      <Box as="p" marginTop={8} className="quiet plan-description">
        {description}
      </Box>
      <Stack gap={2} marginTop="block-large" marginBottom={32} className="plan-price">
        <small className="text-small faint">{labels.from}</small>
        <b className="tabular">{formatEuros(offers[offer].advertised(prices))}</b>
        <span className="text-lead">
          {labels.excludingTax} {unit}
        </span>
        <span className="text-small strong">{monthly}</span>
      </Stack>
      <Box as="ul" rule="top" marginBottom={24}>
        {features.map((feature) => (
          <Row as="li" gap={12} align="center" paddingBlock={12} rule="bottom" className="text-small" key={feature}>
            <Icon name="check" isSmall />
            <span>{feature}</span>
          </Row>
        ))}
      </Box>
      <ButtonLink href={href(signUpAddress(offer))} variant={isPopular ? "primary" : "secondary"}>
        {action}
      </ButtonLink>
    </Row>
  );
}
