import type { ComponentProps } from "react";

import { Icon, type IconName } from "./icon.tsx";

const sizeClasses = {
  large: "round-button",
  medium: "round-button round-button-medium",
  small: "round-button round-button-small",
};

type Props = {
  icon: IconName;
  /** What the button does, for those who do not see the icon. */
  label: string;
  size?: keyof typeof sizeClasses;
} & Omit<ComponentProps<"button">, "className" | "children">;

export function IconButton({ icon, label, size = "large", ...button }: Props) {
  return (
    <button type="button" {...button} aria-label={label} className={sizeClasses[size]}>
      <Icon name={icon} isSmall={size === "small"} />
    </button>
  );
}
