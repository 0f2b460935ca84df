type Props = {
  /** In hundredths of the loudest part. */
  loudness: readonly number[];
  /** Of what was played, 0 to 1. */
  share: number;
};

const least = 6;
const highest = 64;

/** A recording as bars, drawn from its own loudness. */
export function Bars({ loudness, share }: Props) {
  return (
    <svg
      className="sound-bars"
      viewBox={`0 0 ${loudness.length * 6 - 2} ${highest}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {loudness.map((level, index) => {
        const height = least + Math.round((level * (highest - least)) / 100);
        return (
          <rect
            key={index}
            x={index * 6}
            y={(highest - height) / 2}
            width="4"
            height={height}
            rx="2"
            className={index / loudness.length < share ? "bar-played" : undefined}
          />
        );
      })}
    </svg>
  );
}
