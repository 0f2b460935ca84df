/** A voice as bars, 3 px wide and 3 px apart. */
export function Wave({ heights }: { heights: number[] }) {
  const tallest = Math.max(...heights);
  const width = heights.length * 6 - 3;

  return (
    <svg className="wave" viewBox={`0 0 ${width} ${tallest}`} preserveAspectRatio="xMinYMid" aria-hidden="true">
      {heights.map((height, index) => (
        <rect key={index} x={index * 6} y={(tallest - height) / 2} width="3" height={height} rx="1.5" />
      ))}
    </svg>
  );
}
