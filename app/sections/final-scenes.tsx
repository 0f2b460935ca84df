import type { ReactNode } from "react";

type SceneProps = {
  /** How high it is where it is low, of a width of 600. */
  lowHeight: number;
  /** `isLow`: from left to right, else from top to bottom, 500 wide and 600 high. */
  draw: (isLow: boolean) => ReactNode;
};

/** Drawings at the end of a page, each of what its page was about: beside the last words, or above them. */
function Scene({ lowHeight, draw }: SceneProps) {
  return (
    <>
      <svg className="jack-field hidden-until-lg" viewBox="0 0 500 600" fill="none" aria-hidden="true">
        {draw(false)}
      </svg>
      <svg className="low-scene hidden-from-lg" viewBox={`0 0 600 ${lowHeight}`} fill="none" aria-hidden="true">
        {draw(true)}
      </svg>
    </>
  );
}

const lamps = { idle: "fill-line-rule", done: "fill-line-300", live: "fill-signal" };

type PlaceProps = { x: number; y: number; radius?: number; state: keyof typeof lamps };

function Place({ x, y, radius = 26, state }: PlaceProps) {
  return (
    <>
      <circle cx={x} cy={y} r={radius} className="fill-line-900 stroke-line-jack" strokeWidth="2" />
      <circle cx={x} cy={y} r={radius * 0.42} className={lamps[state]} />
    </>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const [opensAt, closesAt] = [9, 17];

/** The hours of a day, four to a row, or twelve: those outside opening hours are lit. */
export function DayScene() {
  const hours = (inRow: number, apart: number, start: { x: number; y: number }, radius: number) =>
    numbers(24).map((hour) => (
      <Place
        key={hour}
        x={start.x + (hour % inRow) * apart}
        y={start.y + Math.floor(hour / inRow) * apart}
        radius={radius}
        state={hour >= opensAt && hour < closesAt ? "done" : "live"}
      />
    ));
  return (
    <Scene
      lowHeight={100}
      draw={(isLow) => (isLow ? hours(12, 50, { x: 25, y: 25 }, 17) : hours(4, 100, { x: 95, y: 50 }, 32))}
    />
  );
}

/** From one line to many people; two of them come back. */
export function ThreadsScene() {
  const tall = (line: number) => {
    const y = 60 + line * 80;
    return { path: `M70 300C190 ${380 + line * 8} 260 ${y + 90} 420 ${y}`, x: 430, y };
  };
  const low = (line: number) => {
    const y = 16 + line * 33;
    return { path: `M40 115C200 ${150 + line * 4} 300 ${y + 40} 570 ${y}`, x: 580, y };
  };
  return (
    <Scene
      lowHeight={232}
      draw={(isLow) => (
        <>
          {numbers(7).map((line) => {
            const { path, x, y } = isLow ? low(line) : tall(line);
            const isBack = line === 1 || line === 4;
            return (
              <g key={line}>
                <path
                  d={path}
                  className={isBack ? "cord" : "stroke-line-jack"}
                  strokeWidth={isBack ? (isLow ? 6 : 8) : isLow ? 3 : 4}
                />
                <Place x={x} y={y} radius={isLow ? 13 : 20} state={isBack ? "live" : "idle"} />
              </g>
            );
          })}
          {isLow ? (
            <Place x={40} y={115} radius={34} state="done" />
          ) : (
            <Place x={70} y={300} radius={46} state="done" />
          )}
        </>
      )}
    />
  );
}

/** Eight weeks on one cord: one below the other, or side by side. */
export function WeeksScene() {
  const tall = (week: number) => ({ x: week % 2 === 0 ? 150 : 370, y: 45 + week * 72 });
  const low = (week: number) => ({ x: 26 + week * 78, y: 26 });
  return (
    <Scene
      lowHeight={84}
      draw={(isLow) => {
        const placeOf = isLow ? low : tall;
        return (
          <>
            {numbers(7).map((week) => {
              const [from, to] = [placeOf(week), placeOf(week + 1)];
              const sag = to.y + (isLow ? 66 : 50);
              return (
                <path
                  key={week}
                  d={`M${from.x} ${from.y}C${from.x} ${sag} ${to.x} ${sag} ${to.x} ${to.y}`}
                  className={week === 6 ? "cord" : "stroke-line-300"}
                  strokeWidth={isLow ? 5 : 7}
                />
              );
            })}
            {numbers(8).map((week) => (
              <Place key={week} {...placeOf(week)} radius={isLow ? 18 : 24} state={week === 7 ? "live" : "done"} />
            ))}
          </>
        );
      }}
    />
  );
}

/** From the caller to the customer, by one place between them; what is said goes no further. */
export function WayScene() {
  return (
    <Scene
      lowHeight={120}
      draw={(isLow) => {
        const places = isLow
          ? [
              { x: 40, y: 40 },
              { x: 300, y: 40 },
              { x: 560, y: 40 },
            ]
          : [
              { x: 120, y: 90 },
              { x: 390, y: 300 },
              { x: 120, y: 510 },
            ];
        const cord = isLow
          ? "M40 40C40 140 300 140 300 40C300 140 560 140 560 40"
          : "M120 90C120 260 390 130 390 300C390 470 120 340 120 510";
        return (
          <>
            <path d={cord} className="cord" strokeWidth={isLow ? 7 : 10} />
            {places.map(({ x, y }, index) => (
              <Place key={index} x={x} y={y} radius={isLow ? 32 : 58} state={index === 1 ? "live" : "done"} />
            ))}
          </>
        );
      }}
    />
  );
}

/** Twelve trainees, four Mondays: only one misses one. */
export function AttendanceScene() {
  return (
    <Scene
      lowHeight={164}
      draw={(isLow) =>
        numbers(12).map((trainee) => {
          const along = isLow ? 25 + trainee * 50 : 52 + trainee * 45;
          const place = (monday: number) =>
            isLow ? { x: along, y: 18 + monday * 42 } : { x: 80 + monday * 113, y: along };
          return (
            <g key={trainee}>
              <path d={isLow ? `M${along} 4V160` : `M60 ${along}H440`} className="stroke-line-rule" strokeWidth="2" />
              {numbers(4).map((monday) => (
                <Place
                  key={monday}
                  {...place(monday)}
                  radius={isLow ? 13 : 15}
                  state={trainee === 7 && monday === 2 ? "live" : "done"}
                />
              ))}
            </g>
          );
        })
      }
    />
  );
}

const [calls, callsMade] = [120, 80];

/** Calls that are made one after the other: what is left of a thousand. */
export function CallsScene() {
  return (
    <Scene
      lowHeight={150}
      draw={(isLow) => {
        const [inRow, apart, radius, top] = isLow ? [20, 30, 8, 15] : [10, 48, 13, 36];
        return numbers(calls).map((call) => (
          <circle
            key={call}
            cx={apart / 2 + (call % inRow) * apart}
            cy={top + Math.floor(call / inRow) * (isLow ? 24 : apart)}
            r={radius}
            className={call < callsMade ? "fill-line-rule" : "fill-signal"}
          />
        ));
      }}
    />
  );
}
