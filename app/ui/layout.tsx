import "./layout.css";

import type { ComponentProps, ElementType } from "react";

type Gap = 2 | 4 | 8 | 12 | 16 | 20 | 24;

type Shared<Tag extends ElementType> = {
  /** The element that is drawn: a `div`, unless told otherwise. */
  as?: Tag;
  /** Between its children, in px. */
  gap?: Gap;
} & Omit<ComponentProps<Tag>, "as" | "gap" | "align" | "justify">;

type RowProps<Tag extends ElementType> = {
  align?: "start" | "center" | "baseline";
  justify?: "between";
  /** On more lines where one is too short. */
  isWrapping?: boolean;
} & Shared<Tag>;

/** Its children side by side. */
export function Row<Tag extends ElementType = "div">({
  as,
  gap,
  align,
  justify,
  isWrapping,
  className,
  ...rest
}: RowProps<Tag>) {
  const Element: ElementType = as ?? "div";
  const classes = [
    "row",
    gap && `gap-${gap}`,
    align && `align-${align}`,
    justify && `justify-${justify}`,
    isWrapping && "wrapping",
  ];
  return <Element {...rest} className={join(classes, className)} />;
}

type StackProps<Tag extends ElementType> = {
  /** At the start: children are as wide as what they hold, not as their line. */
  justify?: "start";
} & Shared<Tag>;

/** Its children one below the other. */
export function Stack<Tag extends ElementType = "div">({ as, gap, justify, className, ...rest }: StackProps<Tag>) {
  const Element: ElementType = as ?? "div";
  return (
    <Element {...rest} className={join(["stack", gap && `gap-${gap}`, justify && `justify-${justify}`], className)} />
  );
}

function join(classes: (string | number | false | undefined)[], added: string | undefined): string {
  return [...classes, added].filter(Boolean).join(" ");
}
