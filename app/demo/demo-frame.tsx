import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "./demo-frame.css";

import type { ReactNode } from "react";

import { Logo } from "#app/ui/logo.tsx";
import { demo } from "#content/demo.ts";

type Props = { brand: string; children: ReactNode };

/** Header and frame of every stand-in, labelled as a demonstration. */
export function DemoFrame({ brand, children }: Props) {
  return (
    <>
      <Row as="header" gap={16} align="center" className="demo-bar dark">
        <Logo name={brand} homeHref="/" />
        <b>{demo.title}</b>
        <span className="text-caption demo-label">{demo.label}</span>
      </Row>
      <main id="contenu">{children}</main>
    </>
  );
}

/** A narrow sheet: payment, sign-in, notices. */
export function DemoSheet({ title, notice, children }: { title: string; notice?: string; children?: ReactNode }) {
  return (
    <Stack as="section" gap={16} className="demo-sheet">
      <h1 className="text-heading">{title}</h1>
      {notice && <p className="quiet">{notice}</p>}
      {children}
    </Stack>
  );
}
