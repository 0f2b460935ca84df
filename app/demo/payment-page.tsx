import { Row, Stack } from "#app/ui/layout.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { demo } from "#content/demo.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { describeSchedule } from "#subjects/orders/words/schedule.ts";
import type { PaymentRequest } from "#domain/site/demo-page.ts";
import { isFreeAtFirst } from "#subjects/offers/rules/schedule.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";

import { DemoSheet } from "./demo-frame.tsx";

/** Two buttons and no card field. The address of the form is the page's own, so offer and volume stay in it. */
export function PaymentPage(request: PaymentRequest) {
  const { payment } = demo;
  const { plan, email, reference, payer } = request;
  const [due] = plan?.lines ?? [];
  const lines = [
    [payment.dueToday, due && formatEuros(due.amount.includingTax)],
    [payment.email, email],
    [payment.reference, reference],
  ].filter(([, value]) => value);

  return (
    <DemoSheet title={payment.title} notice={payment.notice}>
      <h2 className="text-subtitle">{offerName(request)}</h2>
      <dl>
        {lines.map(([term, value]) => (
          <Row key={term} rowGap={4} columnGap={16} justify="between" isWrapping paddingBlock={8} rule="top">
            <dt>{term}</dt>
            <dd>{value}</dd>
          </Row>
        ))}
      </dl>
      {plan && <PaymentSchedule {...describeSchedule(plan, due?.date)} />}
      <Stack as="form" gap={8} method="post">
        <input type="hidden" name="prefilled_email" value={email} />
        <input type="hidden" name="client_reference_id" value={reference} />
        <Field name="name" label={payment.payer.name} defaultValue={payer.name} maxLength={300} />
        <Field name="line1" label={payment.payer.line1} defaultValue={payer.line1} maxLength={300} />
        <Field name="postalCode" label={payment.payer.postalCode} defaultValue={payer.postalCode} maxLength={10} />
        <Field name="city" label={payment.payer.city} defaultValue={payer.city} maxLength={300} />
        <Field name="vatNumber" label={payment.payer.vatNumber} defaultValue={payer.vatNumber} maxLength={20} />
        <Button type="submit" name="answer" value="pay">
          {plan && isFreeAtFirst(plan) ? payment.confirm : payment.pay}
        </Button>
        <Button type="submit" name="answer" value="refuse" variant="secondary">
          {payment.refuse}
        </Button>
      </Stack>
    </DemoSheet>
  );
}

/** « Secrétariat, 50 appels par jour » */
export function offerName({ offer, volume, isTraining }: Pick<PaymentRequest, "offer" | "volume" | "isTraining">) {
  if (!isSoldOffer(offer)) return demo.payment.custom;
  const { ownName: name, volumeOf } = offerWords[offer];
  const say = volumeOf(isTraining);
  if (!volume || !say) return name;
  // Of an address that anybody may write.
  const written = /^\d{1,9}$/.test(volume) ? formatCount(Number(volume)) : volume;
  return `${name}, ${say(written, Number(volume))}`;
}
