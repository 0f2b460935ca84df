import type { ComponentProps, ReactNode } from "react";

const variantClasses = {
  primary: "button button-primary",
  secondary: "button button-secondary",
  green: "button button-green",
  quiet: "button button-quiet",
  danger: "button button-danger",
  /** One of several equal answers, whose words may take two lines. */
  choice: "button button-secondary button-choice",
};

export type ButtonVariant = keyof typeof variantClasses;

type ButtonStyle = {
  variant?: ButtonVariant;
  isSmall?: boolean;
  /** The jack at the end; quiet and danger buttons usually go without. */
  hasPlug?: boolean;
  /** Its words may take two lines. */
  isWrapping?: boolean;
  /** Layout only (width, margin): colours and sizes are variants. */
  className?: string;
  children: ReactNode;
};

export type ButtonProps = ButtonStyle & {
  /** What the button is doing, such as « Envoi en cours… ». While set, the button keeps its width and does nothing. */
  busyLabel?: string | undefined;
} & Omit<ComponentProps<"button">, "className">;

export function Button({
  variant,
  isSmall,
  hasPlug,
  isWrapping,
  className,
  busyLabel,
  children,
  ...button
}: ButtonProps) {
  const isBusy = busyLabel !== undefined;
  const classes = classNames({
    variant,
    isSmall,
    isWrapping,
    className: isBusy ? `button-busy ${className ?? ""}` : className,
  });

  return (
    // Not "disabled" while busy: focus stays where the visitor left it.
    <button
      type="button"
      {...button}
      {...(isBusy ? { "aria-disabled": true, onClick: (event) => event.preventDefault() } : {})}
      className={classes}
    >
      <span className={isBusy ? "button-labels" : undefined}>
        {isBusy && <span>{busyLabel}</span>}
        <span>{children}</span>
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
  isWrapping,
  className,
  children,
  ...link
}: ButtonStyle & Omit<ComponentProps<"a">, "className">) {
  return (
    <a {...link} className={classNames({ variant, isSmall, isWrapping, className })}>
      {children}
      {(hasPlug ?? true) && <span className="plug" aria-hidden="true" />}
    </a>
  );
}

type Classes = {
  variant?: ButtonVariant | undefined;
  isSmall?: boolean | undefined;
  isWrapping?: boolean | undefined;
  className?: string | undefined;
};

function classNames({ variant = "primary", isSmall, isWrapping, className = "" }: Classes): string {
  const classes = [
    variantClasses[variant],
    isSmall && "button-small",
    isWrapping && "button-wrapping",
    className.trim(),
  ];
  return classes.filter(Boolean).join(" ");
}
