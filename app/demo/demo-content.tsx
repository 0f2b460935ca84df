import { ButtonLink } from "#app/ui/button.tsx";
import { demo } from "#content/demo.ts";
import type { DemoPage } from "#domain/site/demo-page.ts";

import { DemoFrame, DemoSheet } from "./demo-frame.tsx";
import { InvoicePage } from "./invoice-page.tsx";
import { PaymentPage } from "./payment-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { WorkshopPage } from "./workshop-page.tsx";

/** Draws what a stand-in wants to show. */
export function DemoContent({ page, brand }: { page: DemoPage; brand: string }) {
  return <DemoFrame brand={brand}>{contentOf(page, brand)}</DemoFrame>;
}

export function demoTitle(page: DemoPage): string {
  switch (page.name) {
    case "workshop":
      return demo.title;
    case "payment":
      return demo.payment.title;
    case "payment-refused":
      return demo.paymentRefused.title;
    case "payment-down":
      return demo.paymentDown.title;
    case "invoice":
      return demo.invoice.title(page.invoice.number);
    case "invoice-expired":
      return demo.invoiceExpired.title;
    case "sign-in":
      return demo.signIn.title;
    case "sign-in-expired":
      return demo.signInExpired.title;
  }
}

function contentOf(page: DemoPage, brand: string) {
  switch (page.name) {
    case "workshop":
      return <WorkshopPage {...page} />;
    case "payment":
      return <PaymentPage {...page} />;
    case "payment-refused":
      return <Notice {...demo.paymentRefused} href={page.backUrl} />;
    case "payment-down":
      return <Notice {...demo.paymentDown} href="/demo" />;
    case "invoice":
      return <InvoicePage {...page} />;
    case "invoice-expired":
      return <Notice {...demo.invoiceExpired} href="/dashboard" />;
    case "sign-in":
      return <SignInPage brand={brand} accounts={page.accounts} />;
    case "sign-in-expired":
      return <Notice {...demo.signInExpired} href="/" />;
  }
}

function Notice({ title, text, back, href }: { title: string; text: string; back: string; href: string }) {
  return (
    <DemoSheet title={title} notice={text}>
      <ButtonLink href={href} variant="green">
        {back}
      </ButtonLink>
    </DemoSheet>
  );
}
