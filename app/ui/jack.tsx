const classNames = {
  idle: "jack",
  live: "jack jack-live",
  connected: "jack jack-connected",
};

export type JackState = keyof typeof classNames;

/** A ring with a dot: a line, an option, a step. Always next to the words that say its state. */
export function Jack({ state = "idle" }: { state?: JackState }) {
  return <span className={classNames[state]} aria-hidden="true" />;
}
