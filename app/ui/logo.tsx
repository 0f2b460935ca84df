/** The mark: an A whose crossbar is a slack cord. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M5 27 16 5l11 22" strokeWidth="3.6" />
      <path d="M9.2 18.6c2.2 7.4 11.4 7.4 13.6 0" strokeWidth="3.4" className="crossbar" />
    </svg>
  );
}

/**
 * Mark and name.
 *
 * @param homeHref makes it a link to the home page; plain without it
 */
export function Logo({
  name,
  homeHref,
  size,
}: {
  name: string;
  homeHref?: string;
  size?: "low" | "large" | "growing";
}) {
  const className = size === undefined ? "logo" : `logo logo-${size}`;
  if (homeHref === undefined) {
    return (
      <span className={className}>
        <LogoMark />
        {name}
      </span>
    );
  }

  return (
    <a className={className} href={homeHref} aria-label={`${name}, accueil`}>
      <LogoMark />
      {name}
    </a>
  );
}
