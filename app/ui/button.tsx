import type { ComponentProps, ReactNode } from "react";

const variantClasses = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  green: "button button-green",
  quiet: "button button-quiet",
  danger: "button button-danger",
};

export type ButtonVariant = keyof typeof variantClasses;

type Look = {
  variant?: ButtonVariant;
  isSmall?: boolean;
  /** The jack at the end; quiet and danger buttons usually go without. */
  hasPlug?: boolean;
  /** Layout only (width, margin): colours and sizes are variants. */
  className?: string;
  children: ReactNode;
};

export type ButtonProps = Look & {
  /** What the button is doing, such as « Envoi en cours… ». While set, the button keeps its width and does nothing. */
  busyLabel?: string | undefined;
} & Omit<ComponentProps<"button">, "className">;

export function Button({ variant, isSmall, hasPlug, className, busyLabel, children, ...button }: ButtonProps) {
  const isBusy = busyLabel !== undefined;
  const classes = classNames(variant, isSmall, isBusy ? `button-busy ${className ?? ""}` : className);

  return (
    // Not "disabled" while busy: focus stays where the visitor left it.
    <button
      type="button"
      {...button}
      {...(isBusy ? { "aria-disabled": true, onClick: (event) => event.preventDefault() } : {})}
      className={classes}
    >
      <span className={isBusy ? "grid" : undefined}>
        {isBusy && <span className="col-start-1 row-start-1">{busyLabel}</span>}
        <span className={isBusy ? "invisible col-start-1 row-start-1" : undefined}>{children}</span>
      </span>
      {(hasPlug ?? true) && <span className="plug" aria-hidden="true" />}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  isSmall,
  hasPlug,
  className,
  children,
  ...link
}: Look & Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...link} className={classNames(variant, isSmall, className)}>
      {children}
      {(hasPlug ?? true) && <span className="plug" aria-hidden="true" />}
    </a>
  );
}

function classNames(variant: ButtonVariant = "primary", isSmall = false, className = ""): string {
  return [variantClasses[variant], isSmall && "button-small", className.trim()].filter(Boolean).join(" ");
}
