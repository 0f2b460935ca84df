/**
 * The design tokens: what exists here can be written in a stylesheet, what does not cannot (stylelint.config.js).
 * Stylesheets read them as custom properties and custom media (build/tokens-css.ts); mails, the manifest, drawings and
 * scripts read them here.
 */

export const colors = {
  // Grounds and rules
  canvas: "#f3f6f2",
  surface: "#fff",
  sunken: "#e8ede7",
  /** Grid rules, decorative. */
  line: "#d2dad3",
  /** Idle jacks, decorative. */
  "line-strong": "#a7b4ab",
  field: "#74857b",

  // Text
  ink: "#0b231a",
  "ink-2": "#41534a",
  "ink-3": "#5a6b62",
  white: "#fff",
  /** On paper, and in masks. */
  black: "#000",
  /** Rules on orange. */
  "ink-rule": "#0b231a33",

  // Green: connected, acquired
  "line-900": "#05291e",
  "line-850": "#0a3a2b",
  "line-800": "#063c2d",
  "line-700": "#0a5440",
  "line-600": "#0c7052",
  "line-lamp": "#2a6450",
  "line-300": "#8fd0b3",
  "line-200": "#b3d8c5",
  "line-100": "#d3ecdf",
  /** Secondary text there. */
  "on-line-100": "#3d5a4e",
  "line-tint": "#e9f4ee",
  "on-line": "#eef6f0",
  "on-line-2": "#a9c9ba",
  "line-rule": "#1d5443",
  "line-jack": "#528e79",
  "line-hole": "#021a13",

  // Orange: live, or to be done now. Text on it is always ink.
  signal: "#ff5016",
  "signal-hover": "#ff6b38",
  "signal-active": "#f75013",
  "signal-text": "#b23a07",
  "signal-100": "#ffe4d6",
  "signal-glow": "#ff501655",
  /** Text of the pill of a live line. */
  "signal-900": "#8f2f05",

  // States
  error: "#b3161c",
  "error-hover": "#8f1016",
  "error-100": "#fde7e6",
  "error-900": "#7d0f14",
  warn: "#7a5200",
  "warn-900": "#5f3f00",
  "warn-100": "#fbeec9",
  /** Behind a dialog, behind a panel. */
  veil: "#05291eb3",
  "veil-light": "#05291e66",
  /** Text of the pill of a closed line. */
  closed: "#4f5f57",

  // The desk at night: what takes the place of grounds, rules and text. Grounds with text of their own stay.
  "night-canvas": "#0f1a15",
  "night-surface": "#15211b",
  "night-sunken": "#223129",
  "night-line": "#2b3a32",
  "night-line-strong": "#53685d",
  "night-field": "#7f9489",
  "night-ink": "#e9f1eb",
  "night-ink-2": "#bccac1",
  "night-ink-3": "#9db0a5",
  "night-tint": "#143325",
  "night-green": "#5cc79e",
  "night-signal-text": "#ff9b70",
  "night-error": "#ff918c",
} as const;

export type ColorName = keyof typeof colors;

/** Which colours are put on which, and the least contrast there: 4.5 for text, 3 for large text, controls and focus. */
export const contrasts: { color: ColorName; ground: ColorName; least: number }[] = [
  { color: "ink", ground: "canvas", least: 15 },
  { color: "ink-2", ground: "canvas", least: 7 },
  { color: "ink-2", ground: "line-100", least: 6.5 },
  { color: "ink-3", ground: "canvas", least: 5 },
  { color: "ink-3", ground: "sunken", least: 4.7 },
  { color: "field", ground: "canvas", least: 3.5 },
  { color: "field", ground: "white", least: 3.8 },
  { color: "line-600", ground: "canvas", least: 5.5 },
  { color: "line-600", ground: "white", least: 6 },
  { color: "line-800", ground: "line-100", least: 9.9 },
  { color: "on-line", ground: "line-800", least: 11 },
  { color: "on-line-2", ground: "line-800", least: 6.9 },
  { color: "line-jack", ground: "line-800", least: 3 },
  { color: "ink", ground: "signal", least: 5 },
  { color: "ink", ground: "signal-hover", least: 5.8 },
  { color: "ink", ground: "signal-active", least: 4.8 },
  { color: "signal", ground: "line-800", least: 3.7 },
  { color: "signal-text", ground: "canvas", least: 5.5 },
  { color: "signal-text", ground: "signal-100", least: 4.9 },
  { color: "signal-900", ground: "signal-100", least: 6.7 },
  { color: "error", ground: "white", least: 6.8 },
  { color: "error", ground: "error-100", least: 5.8 },
  { color: "error-900", ground: "error-100", least: 8.5 },
  { color: "warn-900", ground: "warn-100", least: 8 },
  { color: "on-line-100", ground: "line-100", least: 5.9 },
  { color: "warn", ground: "warn-100", least: 4.5 },
  { color: "closed", ground: "sunken", least: 5.5 },
  { color: "night-ink", ground: "night-tint", least: 11 },
  { color: "night-ink-2", ground: "night-sunken", least: 7 },
  { color: "night-ink-3", ground: "night-sunken", least: 4.7 },
  { color: "night-ink-3", ground: "night-tint", least: 4.7 },
  { color: "night-field", ground: "night-surface", least: 3.5 },
  { color: "night-green", ground: "night-surface", least: 5.5 },
  { color: "night-signal-text", ground: "night-surface", least: 5.5 },
  { color: "night-error", ground: "night-surface", least: 5.5 },
  { color: "white", ground: "error-900", least: 8 },
  { color: "white", ground: "line-850", least: 8 },
  { color: "line-900", ground: "signal", least: 4.6 },
];

export const fonts = {
  sans: '"Special Gothic", "Special Gothic Fallback", Arial, sans-serif',
  mono: 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
} as const;

/** Roles of type, in rem: texts, titles, then the figures that are a section's argument. */
export const textSizes = {
  caption: "0.875rem",
  small: "0.9375rem",
  /** Also a control's: of 16 px at least, or telephones zoom in on it. */
  body: "1.0625rem",
  lead: "clamp(1.125rem, 1.05rem + 0.35vw, 1.3125rem)",
  subtitle: "clamp(1.375rem, 1.25rem + 0.55vw, 1.6875rem)",
  heading: "clamp(1.75rem, 1.5rem + 1.1vw, 2.375rem)",
  "heading-large": "clamp(2.125rem, 1.6rem + 1.7vw, 3.125rem)",
  /** h1 of a step */
  step: "clamp(2.375rem, 1.6rem + 2.6vw, 4rem)",
  /** h2 */
  title: "clamp(2.5rem, 1.75rem + 3.1vw, 4.5rem)",
  "title-large": "clamp(2.5rem, 1.2rem + 4.4vw, 5.25rem)",
  /** h1 of an article, of a page that sells one thing */
  headline: "clamp(2.5rem, 1rem + 5.8vw, 6.25rem)",
  /** h1 of a page */
  display: "clamp(2.75rem, 0.8rem + 7.4vw, 7.75rem)",

  /** Prices. */
  figure: "clamp(3.5rem, 1rem + 8.6vw, 8.5rem)",
  /** Two lines, capped by height; on a narrow screen as wide as it. */
  hero: "clamp(2.75rem, min(0.2rem + 11.1vw, 17svh), 10.25rem)",
  "hero-narrow": "min(14.2cqi, 7.5rem, 17svh)",
  "closing-price": "clamp(4.5rem, 2rem + 7.4vw, 8.5rem)",
  "closing-figure": "clamp(5.25rem, 27.4vw - 0.7rem, 24.25rem)",
  "conference-day": "clamp(11rem, 6rem + 17vw, 21rem)",
  giant: "clamp(8.5rem, 2rem + 30vw, 29rem)",
} as const;

/** Line heights: figures and titles are set tight, text loose. */
export const leadings = { figure: "0.82", display: "0.94", tight: "1.1", snug: "1.3", body: "1.5" } as const;

/** Between letters: the larger the type, the closer. */
export const trackings = {
  giant: "-0.065em",
  display: "-0.045em",
  title: "-0.03em",
  snug: "-0.015em",
  text: "-0.003em",
} as const;

/** Widths of the one family. */
export const stretches = { narrow: "75%", mid: "92%", full: "100%" } as const;

/** In px; margins, paddings and gaps are one of them. */
export const spaceSteps = [2, 4, 8, 12, 16, 20, 24, 32, 40, 64] as const;

/** The fluid spaces. */
export const spacings = {
  /** Inner margin of a panel. */
  inset: "clamp(1rem, 2vw, 1.75rem)",
  /** Inner margin of a cell. */
  cell: "clamp(1.25rem, 0.75rem + 1.6vw, 2.25rem)",
  /** Above and below a block. */
  "block-small": "clamp(1.375rem, 2.6vw, 2.25rem)",
  block: "clamp(1.5rem, 0.6rem + 3.13vw, 3.5rem)",
  "block-large": "clamp(1.5rem, 0.6rem + 3.93vw, 4.5rem)",
  /** Between sections. */
  section: "clamp(2.5rem, 0.25rem + 7.7vw, 7.5rem)",
  /** Outside the frame. */
  gutter: "clamp(0rem, -1.5rem + 5vw, 3.5rem)",
} as const;

/** 1328 px: four columns of 332. */
export const frameWidth = "83rem";

export const radii = {
  /** Fields, square pills. */
  sm: "4px",
  /** Buttons. */
  md: "6px",
  /** Consoles. */
  lg: "10px",
  jack: "999px",
} as const;

export const shadows = {
  console: "0 1px 0 #0b231a0f, 0 24px 48px -28px #0b231a47",
  dialog: "0 32px 80px -24px #0b231a66",
  drawer: "-24px 0 48px -32px #0b231a52",
  knob: "0 1px 2px #0b231a40",
} as const;

export const durations = { fast: "120ms", base: "220ms", slow: "500ms" } as const;

export const easings = {
  out: "cubic-bezier(0.2, 0.7, 0.2, 1)",
  "in-out": "cubic-bezier(0.6, 0, 0.2, 1)",
  /** The plug enters the jack. */
  plug: "cubic-bezier(0.3, 1.4, 0.5, 1)",
} as const;

/** Least widths, in rem. */
export const breakpoints = {
  /** Below it, text is enlarged on a telephone: no telephone is this narrow at the usual size of text. */
  enlarged: 18,
  sm: 40,
  /** Two columns, or three of what is short: neither a telephone stretched nor a desk squeezed. */
  tablet: 43.75,
  /** Three testimonials per slide. */
  md: 48,
  /** The grid of four columns; a table instead of a list in the back office. */
  lg: 64,
  xl: 80,
  /** The back office's file stands beside its list. */
  docked: 90,
  /** Room for one more column there. */
  wide: 105,
  /** A desk's window over its whole screen: everything is set larger. */
  widest: 112.5,
} as const;

export type Breakpoint = keyof typeof breakpoints;

/** Heights under which a first view is set closer, in rem: of a telephone that lies, and of a small one. */
export const lowScreens = { flat: 30, low: 44 } as const;

/** For `matchMedia`. */
export function widthFrom(name: Breakpoint): string {
  return `(min-width: ${breakpoints[name]}rem)`;
}
