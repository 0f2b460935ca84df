import type { ReactNode } from "react";

import { href } from "#app/render/href.ts";
import { useSite } from "#app/render/site-context.tsx";
import { Logo } from "#app/ui/logo.tsx";

/** Reduced header: the logo, and one way out. */
export function MiniHeader({ children }: { children: ReactNode }) {
  const { brand } = useSite();

  return (
    <header className="mini-header outer">
      <div className="frame">
        <Logo name={brand} homeHref={href("/")} />
        {children}
      </div>
    </header>
  );
}
