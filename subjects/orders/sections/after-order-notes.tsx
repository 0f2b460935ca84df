import { phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { orderConfirmedCopy as copy } from "#subjects/orders/words/order-confirmed.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

/** Where the receipt is, and the line on which the assistant is heard: the demonstration's says that it is one. */
export function AfterOrderNotes({ contact: { testLine } }: Pick<SiteSettings, "contact">) {
  const { demo } = useSite();
  return (
    <>
      <p>{copy.receipt}</p>
      {testLine !== "" && (
        <p>
          {copy.testLine.before}
          <TextLink href={phoneHref(testLine)}>{testLine}</TextLink>
          {demo ? copy.demonstrationLine : copy.testLine.after}
        </p>
      )}
    </>
  );
}
