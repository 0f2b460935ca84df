import type { ComponentProps } from "react";

import { Icon, type IconName } from "./icon.tsx";

type LinkProps = Omit<ComponentProps<"a">, "className">;

/**
 * Leads elsewhere: words, then an arrow.
 *
 * @param isTall stands on a line of its own, for a finger
 */
export function ArrowLink({
  icon = "arrow",
  isTall,
  children,
  ...link
}: LinkProps & { icon?: IconName; isTall?: boolean }) {
  return (
    <a {...link} className={isTall ? "arrow-link arrow-link-tall" : "arrow-link"}>
      {children} <Icon name={icon} />
    </a>
  );
}

/** Leads back or acts on the spot: icon, then words. */
export function IconLink({ icon, isTall, children, ...link }: LinkProps & { icon: IconName; isTall?: boolean }) {
  return (
    <a {...link} className={isTall ? "arrow-link arrow-link-tall" : "arrow-link"}>
      <Icon name={icon} /> {children}
    </a>
  );
}

/** Inside a sentence. */
export function TextLink({ children, ...link }: LinkProps) {
  return (
    <a {...link} className="text-link">
      {children}
    </a>
  );
}
