import type { ReactNode } from "react";

import { href, type LinkTarget, phoneHref } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { siteFrame } from "#content/site-frame.ts";

type Props = { target: LinkTarget; children: ReactNode };

/**
 * What is between the first view and the final call: on small screens its way in goes along, at the foot of the screen.
 * Forms (class `above-bar`) hide the bar while they are scrolled past it.
 */
export function ActionArea({ target, children }: Props) {
  const { phone } = useSite().contact;
  return (
    <div>
      {children}
      <div className="action-bar hidden-from-lg">
        <ButtonLink href={href(target)} data-follows-volume="">
          {siteFrame.signUp}
        </ButtonLink>
        {phone !== "" && (
          <a className="round-button" href={phoneHref(phone)} aria-label={siteFrame.call(phone)}>
            <Icon name="phone" />
          </a>
        )}
      </div>
    </div>
  );
}
