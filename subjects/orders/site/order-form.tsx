import type { ComponentProps, ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { orderCopy } from "#subjects/orders/words/order.ts";
import { professionalsOnly } from "#content/shared/professionals-only.ts";

import { FailureNotice, OrderLegalNotice, WithoutScript } from "./order-notices.tsx";
import type { OrderSite } from "./order-site.ts";

type Props = {
  form: ComponentProps<typeof Form>["form"] & ComponentProps<typeof FailureNotice>["form"] & { isBusy: boolean };
  site: OrderSite;
  title: string;
  lead?: string | undefined;
  submit: string;
  /** Above the button, what became of the last attempt; and below it, what comes next. */
  outcome?: ReactNode;
  next?: ReactNode;
  children: ReactNode;
};

/** What stands around the fields of an order: its title, what went wrong, the button, the legal words. */
export function OrderForm({ form, site, title, lead, submit, outcome, next, children }: Props) {
  return (
    <Box
      as={Form}
      paddingBlock="block"
      paddingInline="cell"
      form={form}
      words={formCopy}
      className="order-form"
      isCheckedByBrowser
      header={
        <>
          <h2>{title}</h2>
          {lead !== undefined && (
            <Box as="p" marginTop={16} maxWidth="46ch" className="lead">
              {lead}
            </Box>
          )}
          <Box as="p" marginTop={16} className="text-small quiet">
            {orderCopy.required}
          </Box>
          <WithoutScript site={site} />
        </>
      }
    >
      {children}
      <Stack gap={16} marginTop={24} className="order-end">
        <FailureNotice form={form} />
        {outcome}
        <Button type="submit" busyLabel={form.isBusy ? orderCopy.submitting : undefined}>
          {submit}
        </Button>
        {next}
        <p className="text-small quiet">{professionalsOnly}</p>
      </Stack>
      <OrderLegalNotice site={site} />
    </Box>
  );
}
