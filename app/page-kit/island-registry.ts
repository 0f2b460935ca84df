import type { ComponentProps, ComponentType } from "react";

import { AddressConfirmation } from "#app/account/address-confirmation.tsx";
import { CustomerDashboard } from "#app/account/customer-dashboard.tsx";
import { PasswordAccess } from "#app/account/password-access.tsx";
import type { IslandName } from "#app/client/hydrate.ts";
import { FollowUpFunnel } from "#app/funnel/offers/follow-up/follow-up-funnel.tsx";
import { MarketingFunnel } from "#app/funnel/offers/marketing/marketing-funnel.tsx";
import { SecretariatFunnel } from "#app/funnel/offers/secretariat/secretariat-funnel.tsx";
import { CallTryOut } from "#app/funnel/try-out/call-try-out.tsx";
import { CallListener } from "#app/islands/call-listener.tsx";
import { ArticleSearch } from "#app/islands/article-search.tsx";
import { CallPlayer } from "#app/islands/call-player.tsx";
import { CallVolume } from "#app/islands/call-volume.tsx";
import { Carousel } from "#app/islands/carousel.tsx";
import { ContactVolume } from "#app/islands/contact-volume.tsx";
import { FollowUpVolume } from "#app/islands/follow-up-volume.tsx";
import { LogoStrip } from "#app/islands/logo-strip.tsx";
import { MissedCalls } from "#app/islands/missed-calls.tsx";
import { MobileMenu } from "#app/islands/mobile-menu.tsx";
import { OrderedSchedule } from "#app/islands/ordered-schedule.tsx";
import { VideoFacade } from "#app/islands/video-facade.tsx";
import { ClosingOrderForm } from "#app/order/closing-order-form.tsx";
import { ConferenceRegistrationForm } from "#app/order/conference-registration-form.tsx";

/** The server's side of client/hydrate.ts: the same names, loaded at once. */
export const islands = {
  AddressConfirmation,
  ArticleSearch,
  CallListener,
  CallPlayer,
  CallTryOut,
  CallVolume,
  Carousel,
  ClosingOrderForm,
  ConferenceRegistrationForm,
  ContactVolume,
  CustomerDashboard,
  FollowUpFunnel,
  FollowUpVolume,
  LogoStrip,
  MarketingFunnel,
  MissedCalls,
  MobileMenu,
  OrderedSchedule,
  PasswordAccess,
  SecretariatFunnel,
  VideoFacade,
} satisfies Record<IslandName, ComponentType<never>>;

export type IslandProps<Name extends IslandName> = ComponentProps<(typeof islands)[Name]>;
