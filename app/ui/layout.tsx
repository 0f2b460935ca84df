import type { ComponentProps, ElementType } from "react";

import { isLayout, layoutClasses, type LayoutProps } from "#design/layout.ts";

type Props<Tag extends ElementType> = {
  /** The element that is drawn: a `div`, unless told otherwise. */
  as?: Tag;
} & LayoutProps &
  Omit<ComponentProps<Tag>, "as" | keyof LayoutProps>;

/** Its children side by side. */
export function Row<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw(props, "row");
}

/** Its children one below the other, or in columns. */
export function Stack<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw(props, "stack");
}

/** Its children in columns, with a hairline between one and the next. */
export function Cells<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw(props, "stack cells");
}

/** Its children as they flow. */
export function Box<Tag extends ElementType = "div">(props: Props<Tag>) {
  return draw(props);
}

/** Classes that the build writes, for those that a page names (build/layout-css.ts). */
function draw({ as, className, ...props }: Props<ElementType>, kind?: string) {
  const Element: ElementType = as ?? "div";
  const layout: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) (isLayout(name) ? layout : rest)[name] = value;
  const classes = [kind, ...layoutClasses(layout), className].filter(Boolean).join(" ");
  // First, as where it is written by hand: what repeats compresses.
  return <Element className={classes || undefined} {...rest} />;
}
