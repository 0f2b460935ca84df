const classNames = {
  idle: "line-jack",
  done: "line-jack line-jack-done",
  live: "line-jack line-jack-live",
};

/** How far a line of the switchboard is, on dark green. Always next to the words that say it. */
export function LineJack({ state }: { state: keyof typeof classNames }) {
  return <i className={classNames[state]} aria-hidden="true" />;
}
