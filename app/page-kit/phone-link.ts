import type { PhoneLink } from "#app/ui/minor-header.tsx";
import { siteFrame } from "#content/site-frame.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import { phoneHref } from "./href.ts";

/** The team's telephone, where there is one. */
export function phoneLink({ contact: { phone } }: SiteSettings): PhoneLink | undefined {
  return phone === "" ? undefined : { number: phone, address: phoneHref(phone), name: siteFrame.call(phone) };
}
