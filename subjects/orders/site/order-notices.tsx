import { KeptTogether } from "#app/ui/kept-together.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { useEffect, useRef } from "react";

import { Checkbox } from "#app/ui/form/checkbox.tsx";
import type { FieldProblemLink } from "#app/ui/form/error-summary.tsx";
import { FieldProblem } from "#app/ui/form/field-problem.tsx";
import type { FormProblem } from "#app/ui/form/use-form.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { formCopy } from "#content/shared/form.ts";
import { orderCopy } from "#subjects/orders/words/order.ts";
import { joints } from "#domain/kernel/joints.ts";

import type { OrderSite } from "./order-site.ts";

/** Under the telephone: what the law says, and the box it asks for. */
export function PhoneNotice({ site }: { site: OrderSite }) {
  return (
    <>
      <Box as="p" maxWidth="56ch" className="text-small quiet field-reminder">
        {orderCopy.phoneNotice}
      </Box>
      <Checkbox name="callConsent" note={formCopy.optional}>
        {orderCopy.callConsent(site.companyName)}
      </Checkbox>
    </>
  );
}

/** What the law wants said under each form. */
export function OrderLegalNotice({ site }: { site: OrderSite }) {
  const { text, privacyPolicy } = orderCopy.dataNotice;
  return (
    <Box as="p" maxWidth="54ch" marginTop={32} className="text-caption faint">
      <KeptTogether text={text({ company: site.companyName, email: site.contactEmail })} parts={joints} />
      <PageLink address={site.legalPages.privacy}>{privacyPolicy}</PageLink>.
    </Box>
  );
}

/** Words that lead to a page, where there is one. */
export function PageLink({ address, children }: { address: string | undefined; children: string }) {
  if (address === undefined) return children;
  return (
    <a className="text-link" href={address} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

type FailureProps = { form: { failure: FormProblem | undefined; problems: readonly FieldProblemLink[] } };

/** In red above the button, as long as it is true. Several problems have their list above the fields instead. */
export function FailureNotice({ form: { failure, problems } }: FailureProps) {
  const { sentence, note } = failure ?? { sentence: problems.length === 1 ? problems[0]?.sentence : undefined };
  return (
    <div role="alert">
      <FieldProblem field="order" sentence={sentence} />
      {note !== undefined && (
        <Box as="p" marginTop={8} className="text-small quiet">
          {note}
        </Box>
      )}
    </div>
  );
}

/** The order is stored without a page to pay it on: shows how to reach the team instead. */
export function UnavailableNotice({ site }: { site: OrderSite }) {
  const notice = useRef<HTMLDivElement>(null);
  const { sentence, stored, booking, write } = orderCopy.unavailable;
  const link = site.bookingUrl
    ? { href: site.bookingUrl, label: booking, icon: "external" as const }
    : { href: `mailto:${site.contactEmail}`, label: write(site.contactEmail), icon: "mail" as const };

  // Focus: the button that was pressed has moved down, maybe out of sight.
  useEffect(() => notice.current?.focus(), []);

  return (
    <Stack gap={16} justify="start" role="alert" tabIndex={-1} ref={notice}>
      <FormNotice>
        <p className="strong">{sentence}</p>
        <p>{stored}</p>
      </FormNotice>
      <ArrowLink icon={link.icon} href={link.href}>
        {link.label}
      </ArrowLink>
    </Stack>
  );
}

export function WithoutScript({ site }: { site: OrderSite }) {
  return (
    <noscript>
      <Box maxWidth="72ch" marginTop={20} className="text-small">
        <FormNotice>{orderCopy.needsScript(site.contactEmail)}</FormNotice>
      </Box>
    </noscript>
  );
}
