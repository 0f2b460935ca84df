import { attachedLater } from "#content/merci.ts";
import { orderConfirmedCopy as copy } from "#subjects/orders/words/order-confirmed.ts";

/** What opens when, and where the receipt is: word for word on both pages after a payment. */
export function OrderNotes() {
  return (
    <>
      <p>{copy.access}</p>
      <p>{attachedLater}</p>
      <p>{copy.receipt}</p>
    </>
  );
}
