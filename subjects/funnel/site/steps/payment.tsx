import { Box, Stack } from "#app/ui/layout.tsx";

import { useState } from "react";

import { registrationStatusId } from "#subjects/funnel/site/frame/registration-status.tsx";
import { keepOrder } from "#subjects/orders/site/keep-order.ts";
import { recordPaymentStart } from "#subjects/payments/calls/payment-starts.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { LockedNote } from "#app/ui/locked-note.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { orderTerms } from "#subjects/funnel/site/steps/order-schedule.tsx";
import { nothingDebited, summaryCopy } from "#subjects/funnel/words/funnel.ts";
import { professionalsOnly } from "#content/shared/professionals-only.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { purchaseInFunnel } from "#subjects/funnel/rules/offer-rules.ts";
import { hasPaymentLink, paymentAddress } from "#subjects/offers/rules/payment-link.ts";

/** The way to the payment page, or what to do while the chosen volume has none. */
export function Payment({
  state,
  store,
  actions,
  site,
  link,
  isFree,
}: Pick<StepProps, "state" | "store" | "actions" | "site"> & { link: string | undefined; isFree: boolean }) {
  if (link === undefined) return <Unavailable site={site} offer={state.funnel} />;

  const reference = state.idempotencyKeys[state.funnel] ?? "";
  const leave = () => {
    const address = paymentAddress(link, { email: state.email, reference });
    store.change({ type: "paymentStarted" });
    const { email, firstName } = state;
    keepOrder(purchaseInFunnel(state.funnel, state), orderTerms(site), { reference, firstName, email });
    if (reference !== "") recordPaymentStart(reference, site.termsVersion);
    location.assign(address);
  };
  return (
    <PayButton
      site={site}
      confirm={actions.confirmSubmission}
      onPay={leave}
      isFree={isFree}
      isUnsaved={state.formErrors.submission === "refused"}
    />
  );
}

type PayButtonProps = {
  site: FunnelSite;
  /** Whether the answers are safe; undefined where that is known. */
  confirm: () => Promise<boolean> | undefined;
  onPay: () => void;
  /** Nothing is due today. */
  isFree: boolean;
  /** The server refused the answers: writing to us comes first, and paying does not call for itself. */
  isUnsaved: boolean;
};

function PayButton({ site, confirm, onPay, isFree, isUnsaved }: PayButtonProps) {
  const [failure, setFailure] = useState<string>();

  const { isBusy, once } = useOnce();

  function pay() {
    once(() => {
      setFailure(undefined);
      const confirmed = confirm();
      if (!confirmed) return leave();
      return confirmed.then((isSafe) => (isSafe ? leave() : document.getElementById(registrationStatusId)?.focus()));
    });
  }

  function leave(): undefined {
    try {
      onPay();
    } catch (cause) {
      // Source: specification, section 8: its message, else ours.
      setFailure((cause instanceof Error && cause.message) || summaryCopy.paymentFailed);
    }
  }

  return (
    <Stack gap={16} marginTop={20} paddingTop={24} rule="top">
      <Terms address={site.legalPages.terms} />
      {failure !== undefined && <FormNotice variant="problem">{failure}</FormNotice>}
      <Button
        variant={isUnsaved ? "secondary" : "primary"}
        busyLabel={isBusy ? summaryCopy.confirming : undefined}
        onClick={pay}
      >
        {summaryCopy.pay}
      </Button>
      {isFree && <p className="strong">{nothingDebited}</p>}
      <LockedNote>
        {summaryCopy.leaving(site.brand, site.paymentProvider)} {summaryCopy.emailPrefilled}
      </LockedNote>
    </Stack>
  );
}

function Terms({ address }: { address: string | undefined }) {
  const { before, link, after } = summaryCopy.terms;
  return (
    <p className="text-small">
      {before}
      {address === undefined ? (
        link
      ) : (
        <a className="text-link" href={address}>
          {link}
        </a>
      )}
      {after} {professionalsOnly}
    </p>
  );
}

/** The button looks disabled and can still be pressed: pressing says why. */
function Unavailable({ site, offer }: { site: FunnelSite; offer: FunnelOffer }) {
  const [isExplained, setIsExplained] = useState(false);
  const copy = summaryCopy.unavailable;
  const booking = site.bookingUrl
    ? { href: site.bookingUrl, label: copy.booking }
    : { href: `mailto:${site.contactEmail}`, label: copy.write(site.contactEmail) };

  return (
    <Stack gap={16} marginTop={20} paddingTop={24} rule="top">
      <Button aria-disabled onClick={() => setIsExplained(true)}>
        {copy.button}
      </Button>
      {isExplained && (
        <FormNotice variant="problem">
          <p>{copy.sentence}</p>
        </FormNotice>
      )}
      {hasPaymentLink(site.payments, offer) && <p>{copy.otherVolume}</p>}
      <Box as="a" justifySelf="start" className="arrow-link finger-high" href={booking.href}>
        {booking.label} <Icon name={site.bookingUrl ? "external" : "mail"} />
      </Box>
    </Stack>
  );
}
