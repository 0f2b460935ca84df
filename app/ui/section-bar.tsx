import type { ReactNode } from "react";

/** One line, for what follows closely: a title, and at the end of it a word or a way on. */
export function SectionBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="bar">
      <h2 className="text-heading">{title}</h2>
      {children}
    </div>
  );
}
