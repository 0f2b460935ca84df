import type { ReactNode } from "react";

import { Icon } from "#app/ui/icon.tsx";

const variants = {
  problem: { className: "notice notice-problem", icon: "warning", role: "alert" },
  warning: { className: "notice notice-warning", icon: "warning", role: "status" },
  success: { className: "notice notice-success", icon: "checkCircle", role: "status" },
  framed: { className: "notice notice-framed", icon: "info", role: undefined },
  plain: { className: "notice", icon: "info", role: undefined },
} as const;

/** A sentence about the whole form or page; stays until it is no longer true. */
export function FormNotice({ variant = "plain", children }: { variant?: keyof typeof variants; children: ReactNode }) {
  const { className, icon, role } = variants[variant];
  return (
    <div className={className} role={role}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
