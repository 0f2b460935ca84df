import "#app/ui/text.css";
import type { ReactNode } from "react";

/** One line of a file; wide ones hold texts. */
export function FileEntry({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "file-entry-wide" : undefined}>
      <dt className="faint">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
