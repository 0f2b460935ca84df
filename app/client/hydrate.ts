import {
  type ComponentType,
  createElement,
  type ReactElement,
  startTransition,
  useEffect,
  useLayoutEffect,
} from "react";
import { hydrateRoot } from "react-dom/client";

import { contactOfPage, startAfresh } from "#app/api/transport/start-afresh.ts";
import { FailureBoundary } from "#app/ui/failure/failure-boundary.tsx";
import { failureCopy } from "#content/shared/failure.ts";

import { type FunnelIsland, funnels } from "#subjects/funnel/site/registry/funnels.ts";

import { type Before, rememberIsland } from "./carry-over.ts";
import { restoreTyped } from "./typed-before.ts";

type LoadComponent = () => Promise<ComponentType<never>>;

/** One entry per island, as in page-kit/island-registry.ts; the build puts app/islands/ in one shared file. */
const loaders = {
  AddressConfirmation: async () =>
    (await import("#subjects/account/site/address-confirmation.tsx")).AddressConfirmation,
  ArticleSearch: async () => (await import("#subjects/blog/site/article-search.tsx")).ArticleSearch,
  CallConsole: async () => (await import("#app/islands/call-console.tsx")).CallConsole,
  CallPlayer: async () => (await import("#app/islands/call-player.tsx")).CallPlayer,
  CallTryOut: async () => (await import("#subjects/funnel/site/try-out/call-try-out.tsx")).CallTryOut,
  CallVolume: async () => (await import("#app/islands/call-volume.tsx")).CallVolume,
  Carousel: async () => (await import("#app/islands/carousel.tsx")).Carousel,
  ClosingOrderForm: async () => (await import("#subjects/orders/site/closing-order-form.tsx")).ClosingOrderForm,
  ConferenceRegistrationForm: async () =>
    (await import("#subjects/conferences/site/conference-registration-form.tsx")).ConferenceRegistrationForm,
  ContactVolume: async () => (await import("#app/islands/contact-volume.tsx")).ContactVolume,
  CustomerDashboard: async () => (await import("#subjects/account/site/customer-dashboard.tsx")).CustomerDashboard,
  FollowUpVolume: async () => (await import("#app/islands/follow-up-volume.tsx")).FollowUpVolume,
  LogoStrip: async () => (await import("#app/islands/logo-strip.tsx")).LogoStrip,
  MessagePlayer: async () => (await import("#app/islands/message-player.tsx")).MessagePlayer,
  MissedCalls: async () => (await import("#app/islands/missed-calls.tsx")).MissedCalls,
  MobileMenu: async () => (await import("#app/islands/mobile-menu.tsx")).MobileMenu,
  PasswordAccess: async () => (await import("#subjects/account/site/password-access.tsx")).PasswordAccess,
  VideoFacade: async () => (await import("#app/islands/video-facade.tsx")).VideoFacade,
} satisfies Record<string, LoadComponent>;

export type IslandName = keyof typeof loaders | FunnelIsland;

const allLoaders = new Map<string, LoadComponent>([
  ...Object.entries(loaders),
  ...Object.values(funnels).map(({ island, load }): [string, LoadComponent] => [
    island,
    async () => (await load()).Funnel,
  ]),
]);

/**
 * Takes over the HTML written by page-kit/island.tsx, which also wrote the attributes read here. Where something else
 * changed it meanwhile, React draws it afresh, and what the visitor left there is carried over.
 *
 * @returns what now stands for an element that was in the island
 */
export async function hydrateIsland(island: HTMLElement): Promise<Before["successorOf"]> {
  const { island: name = "", idPrefix: identifierPrefix = "", props = "{}" } = island.dataset;
  const Component = (await allLoaders.get(name)?.()) as ComponentType<object>;
  restoreTyped(island);
  await untilReleased(island);
  const before = rememberIsland(island);

  await new Promise<void>((resolve) => {
    // A transition, which leaves the browser the time to answer between two components.
    startTransition(() => {
      const failure = { words: failureCopy, contact: contactOfPage(), startAfresh };
      const component = createElement(FailureBoundary, failure, createElement(Component, JSON.parse(props)));
      const alive = createElement(Awaited, { component, onDrawn: before.carryOver, onAlive: resolve });
      hydrateRoot(island, alive, { identifierPrefix, onRecoverableError: noteChange });
    });
  });
  island.dataset.hydrated = "";
  return before.successorOf;
}

function noteChange(cause: unknown): void {
  console.warn("The page was changed before it came alive: this part was drawn afresh.", cause);
}

/** The thumb of a slider would be let go where the HTML has to be drawn afresh. */
async function untilReleased(island: HTMLElement): Promise<void> {
  if (!island.querySelector("input[type=range]:active")) return;
  await new Promise<void>((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => resolve(), { once: true, capture: true });
    }
  });
}

type AwaitedProps = { component: ReactElement; onDrawn: () => void; onAlive: () => void };

function Awaited({ component, onDrawn, onAlive }: AwaitedProps): ReactElement {
  // Before the browser's next event, and once React listens again.
  useLayoutEffect(() => queueMicrotask(onDrawn), [onDrawn]);
  // The last effect of the first render: by then the component answers.
  useEffect(onAlive, [onAlive]);
  return component;
}
