import "#app/ui/cord.css";
import "#app/ui/frame.css";
import "./drawn-frame.css";

import type { ReactNode } from "react";

/** What has one thing to say or to ask, beside a drawing of the switchboard. */
export function DrawnFrame({ children }: { children: ReactNode }) {
  return (
    <div className="frame password">
      {children}
      <svg
        className="password-drawing"
        viewBox="0 0 520 640"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        aria-hidden="true"
      >
        <path d="M140 170C150 560 380 540 380 330" className="cord" strokeWidth="22" />
        <circle cx="140" cy="170" r="52" className="pale" />
        <circle cx="140" cy="170" r="22" className="deep" />
        <circle cx="380" cy="300" r="100" className="deep" />
        <circle cx="380" cy="300" r="44" className="live" />
      </svg>
    </div>
  );
}
