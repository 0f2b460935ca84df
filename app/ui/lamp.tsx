const classNames = {
  live: "lamp",
  connected: "lamp lamp-connected",
};

/** The state of a line. Always next to the words that say it. */
export function Lamp({ state = "live" }: { state?: keyof typeof classNames }) {
  return <span className={classNames[state]} aria-hidden="true" />;
}
