import type { ReactNode } from "react";

/** Drawings of a 20 px box; the stroke comes from the `.icon` class. */
const drawings = {
  arrow: <path d="M3.5 10h13M11.5 5l5 5-5 5" />,
  back: <path d="M16.5 10h-13M8.5 5l-5 5 5 5" />,
  bell: <path d="M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.3 17.2h3.4" />,
  calendar: (
    <>
      <rect x="3" y="4.5" width="14" height="12.5" rx="2" />
      <path d="M3 8.5h14M7 2.8v3M13 2.8v3" />
      <circle cx="10" cy="12.6" r="1.3" />
    </>
  ),
  card: (
    <>
      <rect x="2.5" y="4" width="15" height="12" rx="2" />
      <circle cx="7" cy="9" r="1.9" />
      <path d="M4.6 13.4c.7-1.5 4.1-1.5 4.8 0M12 8.3h3M12 11.5h3" />
    </>
  ),
  chart: <path d="M4 16V9M10 16V4M16 16v-5" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  checkCircle: (
    <>
      <circle cx="10" cy="10" r="7.2" />
      <path d="m6.8 10.3 2.3 2.3 4.2-4.8" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.8 2" />
    </>
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
  copy: (
    <>
      <rect x="7" y="7" width="9" height="9" rx="1.5" />
      <path d="M13 7V4H4v9h3" />
    </>
  ),
  down: <path d="m5 7.5 5 5 5-5" />,
  external: <path d="M6 14 14.5 5.5M7.5 5h7.5v7.5" />,
  filter: <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7.2" />
      <path d="M10 9.2v4.6M10 6.3v.1" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="8" rx="2" />
      <path d="M7 9V6.5a3 3 0 0 1 6 0V9" />
    </>
  ),
  mail: (
    <>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
      <path d="m3 6 7 5 7-5" />
    </>
  ),
  message: (
    <>
      <path d="M3.5 4.5h13v9h-7L6 16.6v-3.1H3.5z" />
      <path d="M6.8 8.9h6.4" />
    </>
  ),
  minus: <path d="M4.5 10h11" />,
  next: <path d="M8 4.5 13.5 10 8 15.5" />,
  pause: <path d="M7 5v10M13 5v10" strokeWidth="2.4" />,
  pen: <path d="M4 16l.8-3.4L13.4 4l2.6 2.6-8.6 8.6zM11.6 5.8l2.6 2.6" />,
  phone: (
    <path d="M5 3.5h2.6l1.3 3.6-1.8 1.4a10 10 0 0 0 4.4 4.4l1.4-1.8 3.6 1.3V15a1.5 1.5 0 0 1-1.6 1.5A12.6 12.6 0 0 1 3.5 5.1 1.5 1.5 0 0 1 5 3.5Z" />
  ),
  play: <path d="M6.5 4.3v11.4l9-5.7z" fill="currentColor" />,
  plus: <path d="M10 4.5v11M4.5 10h11" />,
  previous: <path d="M12 4.5 6.5 10l5.5 5.5" />,
  print: <path d="M6 7V3h8v4M6 14H3.5V8.5h13V14H14M6 12h8v5H6z" />,
  redo: <path d="M15.5 8A6 6 0 1 0 16 11.5M16 4v4.2h-4.2" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5" />
      <path d="m13 13 4 4" />
    </>
  ),
  signOut: <path d="M8 4H4v12h4M8.5 10H17M13.5 6.5 17 10l-3.5 3.5" />,
  sort: <path d="M10 4v12M6 12l4 4 4-4" />,
  transfer: (
    <>
      <circle cx="5" cy="10" r="2" />
      <circle cx="15" cy="5" r="2" />
      <circle cx="15" cy="15" r="2" />
      <path d="M7 10c4 0 2-5 6-5M7 10c4 0 2 5 6 5" />
    </>
  ),
  trash: <path d="M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6" />,
  user: (
    <>
      <circle cx="10" cy="7" r="3" />
      <path d="M4 16.5c.8-4 11.2-4 12 0" />
    </>
  ),
  warning: (
    <>
      <circle cx="10" cy="10" r="7.2" />
      <path d="M10 6v4.8M10 13.6v.1" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

/** Decorative: the words beside it, or the label of its button, say what it means. */
export function Icon({ name, isSmall }: { name: IconName; isSmall?: boolean }) {
  return (
    <svg viewBox="0 0 20 20" className={isSmall ? "icon icon-small" : "icon"} aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
