// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, expect, it } from "vitest";

import { civilDate } from "#domain/civil-date.ts";
import type { FunnelSite } from "#domain/funnel/funnel-site.ts";

import { FollowUpFunnel } from "./follow-up/follow-up-funnel.tsx";
import { MarketingFunnel } from "./marketing/marketing-funnel.tsx";
import { SecretariatFunnel } from "./secretariat/secretariat-funnel.tsx";

const site: FunnelSite = {
  brand: "Ariane",
  companyName: "Ariane SAS",
  contactEmail: "bonjour@ariane.example",
  bookingUrl: "",
  paymentProvider: "Paiement",
  payments: { secretariat: {} },
  api: { url: "", publishableKey: "public-key" },
  legalPages: {},
  termsVersion: civilDate("2025-06-25"),
  hasGoogleSignIn: false,
};

afterEach(cleanup);

it.each<[string, ComponentType<{ site: FunnelSite }>]>([
  ["secretariat", SecretariatFunnel],
  ["marketing", MarketingFunnel],
  ["follow-up", FollowUpFunnel],
])("The %s funnel has its picture, silent to screen readers, and a mail address to write to", (_, Funnel) => {
  render(<Funnel site={site} />);
  const panel = screen.getByRole("complementary");
  expect(panel.querySelector("svg[aria-hidden=true]")).toBeTruthy();
  const write = screen.getByRole("link", { name: site.contactEmail });
  expect(write.getAttribute("href")).toBe(`mailto:${site.contactEmail}`);
  expect(panel.contains(write)).toBe(true);
});
