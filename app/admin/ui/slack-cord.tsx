/** Decorative: a plug that has not found its jack yet. */
export function SlackCord() {
  return (
    <svg viewBox="0 0 280 110" className="slack-cord" fill="none" strokeLinecap="round" aria-hidden="true">
      {[30, 85, 140, 195, 250].map((x) => (
        <circle key={x} cx={x} cy="30" r="14" strokeWidth="2" />
      ))}
      <path d="M-6 84C60 120 120 96 158 76" className="cord" strokeWidth="6" />
      <rect
        x="156"
        y="62"
        width="30"
        height="20"
        rx="5"
        transform="rotate(-22 171 72)"
        fill="currentcolor"
        stroke="none"
      />
    </svg>
  );
}
