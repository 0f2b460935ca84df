import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { Logo } from "#app/ui/logo.tsx";
import { demo } from "#content/demo.ts";

type Props = { brand: string; children: ReactNode };

/** Header and frame of every stand-in, labelled as a demonstration. */
export function DemoFrame({ brand, children }: Props) {
  return (
    <>
      <Row
        as="header"
        gap={16}
        align="center"
        paddingInline="cell"
        background="line-800"
        className="color-on-line demo-bar dark"
      >
        <Logo name={brand} homeHref="/" />
        <b>{demo.title}</b>
        <Box
          as="span"
          marginLeft="auto"
          paddingBlock={4}
          paddingInline={8}
          radius="sm"
          background="signal-100"
          className="color-ink text-caption strong"
        >
          {demo.label}
        </Box>
      </Row>
      <main id="contenu">{children}</main>
    </>
  );
}

/** A narrow sheet: payment, sign-in, notices. */
export function DemoSheet({ title, notice, children }: { title: string; notice?: string; children?: ReactNode }) {
  return (
    <Stack
      as="section"
      gap={16}
      padding="block-small"
      radius="lg"
      background="surface"
      className="demo-sheet breakable"
    >
      <h1 className="text-heading">{title}</h1>
      {notice && <p className="quiet">{notice}</p>}
      {children}
    </Stack>
  );
}
