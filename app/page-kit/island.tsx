import { createElement, useId, type ComponentType } from "react";
import { renderToString } from "react-dom/server";

import { FailureBoundary } from "#app/ui/failure/failure-boundary.tsx";
import type { IslandName } from "#app/client/hydrate.ts";

import { failureCopy } from "#content/shared/failure.ts";

import { componentsOfIslands, type IslandProps } from "./island-registry.ts";

/**
 * When the component comes alive in the browser.
 *
 * - `load`: after the first paint (funnels)
 * - `fragment`: the same, once the address has a fragment, which it reads
 * - `visible`: when it comes into view (what moves by itself)
 * - `engaged`: near the screen, after the visitor's first scroll, key or pointer move
 * - `interaction`: when the visitor touches it
 */
export type HydrationMoment = "load" | "fragment" | "visible" | "engaged" | "interaction";

type Props<Name extends IslandName> = {
  name: Name;
  when: HydrationMoment;
  props: IslandProps<Name>;
};

/** The server's own failures are no page at all. */
const failureOfServer = { words: failureCopy, contact: undefined, startAfresh: () => undefined };

/** Renders a component to HTML and leaves the loader what it needs to hydrate it later. */
export function Island<Name extends IslandName>({ name, when, props }: Props<Name>) {
  const idPrefix = useId();
  // Rendered apart from the page, as the browser will hydrate it: with its own ids, without context.
  const component = createElement(componentsOfIslands.get(name) as ComponentType<object>, props as object);
  const element = createElement(FailureBoundary, failureOfServer, component);
  const html = renderToString(element, { identifierPrefix: idPrefix });

  return (
    <div
      className="island"
      data-island={name}
      data-when={when}
      data-id-prefix={idPrefix}
      data-props={JSON.stringify(props)}
      // Our own component's output, on the server only.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
