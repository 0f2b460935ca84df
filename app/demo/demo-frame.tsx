import "./demo-frame.css";

import type { ReactNode } from "react";

import { Logo } from "#app/ui/logo.tsx";
import { demo } from "#content/demo.ts";

type Props = { brand: string; children: ReactNode };

/** Header and frame of every stand-in, labelled as a demonstration. */
export function DemoFrame({ brand, children }: Props) {
  return (
    <>
      <header className="demo-bar dark">
        <Logo name={brand} homeHref="/" />
        <b>{demo.title}</b>
        <span className="demo-label">{demo.label}</span>
      </header>
      <main id="contenu">{children}</main>
    </>
  );
}

/** A narrow sheet: payment, sign-in, notices. */
export function DemoSheet({ title, notice, children }: { title: string; notice?: string; children?: ReactNode }) {
  return (
    <section className="demo-sheet">
      <h1>{title}</h1>
      {notice && <p className="demo-notice">{notice}</p>}
      {children}
    </section>
  );
}
