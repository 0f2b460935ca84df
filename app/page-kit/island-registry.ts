import type { ComponentProps, ComponentType } from "react";

import { AddressConfirmation } from "#subjects/account/site/address-confirmation.tsx";
import { CustomerDashboard } from "#subjects/account/site/customer-dashboard.tsx";
import { PasswordAccess } from "#subjects/account/site/password-access.tsx";
import type { IslandName } from "#app/client/hydrate.ts";
import type { OfferModule } from "#subjects/funnel/site/offers/offer-module.ts";
import { type FunnelIsland, funnels } from "#subjects/funnel/site/registry/funnels.ts";
import { CallTryOut } from "#subjects/funnel/site/try-out/call-try-out.tsx";
import { CallConsole } from "#app/islands/call-console.tsx";
import { ArticleSearch } from "#subjects/blog/site/article-search.tsx";
import { CallPlayer } from "#app/islands/call-player.tsx";
import { CallVolume } from "#app/islands/call-volume.tsx";
import { Carousel } from "#app/islands/carousel.tsx";
import { ContactVolume } from "#app/islands/contact-volume.tsx";
import { FollowUpVolume } from "#app/islands/follow-up-volume.tsx";
import { LogoStrip } from "#app/islands/logo-strip.tsx";
import { MessagePlayer } from "#app/islands/message-player.tsx";
import { MissedCalls } from "#app/islands/missed-calls.tsx";
import { MobileMenu } from "#app/islands/mobile-menu.tsx";
import { VideoFacade } from "#app/islands/video-facade.tsx";
import { ClosingOrderForm } from "#subjects/orders/site/closing-order-form.tsx";
import { ConferenceRegistrationForm } from "#subjects/conferences/site/conference-registration-form.tsx";

const islands = {
  AddressConfirmation,
  ArticleSearch,
  CallConsole,
  CallPlayer,
  CallTryOut,
  CallVolume,
  Carousel,
  ClosingOrderForm,
  ConferenceRegistrationForm,
  ContactVolume,
  CustomerDashboard,
  FollowUpVolume,
  LogoStrip,
  MessagePlayer,
  MissedCalls,
  MobileMenu,
  PasswordAccess,
  VideoFacade,
} satisfies Record<Exclude<IslandName, FunnelIsland>, ComponentType<never>>;

const loadedFunnels = Object.values(funnels).map(
  async ({ island, load }): Promise<[FunnelIsland, ComponentType<never>]> => [island, (await load()).Funnel],
);

/** The server's side of client/hydrate.ts: the same names, loaded at once. */
export const componentsOfIslands = new Map<string, ComponentType<never>>([
  ...Object.entries(islands),
  ...(await Promise.all(loadedFunnels)),
]);

export type IslandProps<Name extends IslandName> = Name extends keyof typeof islands
  ? ComponentProps<(typeof islands)[Name]>
  : ComponentProps<OfferModule["Funnel"]>;
