import type { DatedRequest } from "#domain/site/page-renderer.ts";

import { type ComparedOrder, ordersOn } from "./orders.ts";
import { textIn } from "./read-surface.ts";
import { type Shown, type Surface, surfaces as everySurface } from "./surfaces.tsx";

/** What one surface shows of one order. */
export type Reading = { order: ComparedOrder; surface: string; shown: Shown };

/** Surfaces, of every order that can be made: each page is drawn and read once. */
export function readSurfaces(
  request: DatedRequest,
  renderPage: (path: string, request: DatedRequest) => string,
  surfaces: Readonly<Record<string, Surface>> = everySurface,
): Reading[] {
  const drawn = new Map<string, string>();
  const page = (path: string) => {
    const text = drawn.get(path) ?? textIn(renderPage(path, request));
    drawn.set(path, text);
    return text;
  };
  return ordersOn(request.today, request.site).flatMap((order) =>
    Object.entries(surfaces).flatMap(([surface, show]) => {
      const shown = show(order, request, page);
      return shown ? [{ order, surface, shown }] : [];
    }),
  );
}
