// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { FunnelOffer } from "#domain/kernel/lead.ts";
import { funnels, siteOfFunnel as site } from "#tests/support/funnel.ts";

afterEach(cleanup);

test.each<[string, FunnelOffer]>([
  ["secretariat", "secretariat"],
  ["marketing", "marketing"],
  ["follow-up", "suiviclient"],
])("The %s funnel has its picture, silent to screen readers, and a mail address to write to", (_, offer) => {
  const Funnel = funnels[offer];
  render(<Funnel site={site} />);
  const panel = screen.getByRole("complementary");
  expect(panel.querySelector("svg[aria-hidden=true]")).toBeTruthy();
  const write = screen.getByRole("link", { name: site.contactEmail });
  expect(write.getAttribute("href")).toBe(`mailto:${site.contactEmail}`);
  expect(panel.contains(write)).toBe(true);
});
