import type { ReactNode } from "react";

/** Drawings at the end of a page, each of what its page was about. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className="jack-field hidden-until-lg" viewBox="0 0 500 600" fill="none" aria-hidden="true">
      {children}
    </svg>
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

/** The hours of a day, four to a row: those outside opening hours are lit. */
export function DayScene() {
  return (
    <Scene>
      {numbers(24).map((hour) => (
        <Place
          key={hour}
          x={95 + (hour % 4) * 100}
          y={50 + Math.floor(hour / 4) * 100}
          radius={32}
          state={hour >= opensAt && hour < closesAt ? "done" : "live"}
        />
      ))}
    </Scene>
  );
}

/** From one line to many people; two of them come back. */
export function ThreadsScene() {
  return (
    <Scene>
      {numbers(7).map((line) => {
        const y = 60 + line * 80;
        const isBack = line === 1 || line === 4;
        return (
          <g key={line}>
            <path
              d={`M70 300C190 ${380 + line * 8} 260 ${y + 90} 420 ${y}`}
              className={isBack ? "cord" : "stroke-line-jack"}
              strokeWidth={isBack ? 8 : 4}
            />
            <Place x={430} y={y} radius={20} state={isBack ? "live" : "idle"} />
          </g>
        );
      })}
      <Place x={70} y={300} radius={46} state="done" />
    </Scene>
  );
}

/** Eight weeks, one below the other, on one cord. */
export function WeeksScene() {
  const placeOf = (week: number) => ({ x: week % 2 === 0 ? 150 : 370, y: 45 + week * 72 });
  return (
    <Scene>
      {numbers(7).map((week) => {
        const [from, to] = [placeOf(week), placeOf(week + 1)];
        const low = to.y + 50;
        return (
          <path
            key={week}
            d={`M${from.x} ${from.y}C${from.x} ${low} ${to.x} ${low} ${to.x} ${to.y}`}
            className={week === 6 ? "cord" : "stroke-line-300"}
            strokeWidth="7"
          />
        );
      })}
      {numbers(8).map((week) => (
        <Place key={week} {...placeOf(week)} radius={24} state={week === 7 ? "live" : "done"} />
      ))}
    </Scene>
  );
}

/** Twelve trainees, four Mondays: only one misses one. */
export function AttendanceScene() {
  return (
    <Scene>
      {numbers(12).map((trainee) => {
        const y = 28 + trainee * 49.5;
        return (
          <g key={trainee}>
            <path d={`M60 ${y}H440`} className="stroke-line-rule" strokeWidth="2" />
            {numbers(4).map((monday) => (
              <Place
                key={monday}
                x={80 + monday * 113}
                y={y}
                radius={15}
                state={trainee === 7 && monday === 2 ? "live" : "done"}
              />
            ))}
          </g>
        );
      })}
    </Scene>
  );
}

/** Calls that are made one after the other: what is left of a thousand. */
export function CallsScene() {
  return (
    <Scene>
      {numbers(12).flatMap((row) =>
        numbers(10).map((column) => {
          const isMade = row * 10 + column < 80;
          return (
            <circle
              key={`${row}-${column}`}
              cx={25 + column * 50}
              cy={25 + row * 50}
              r="13"
              className={isMade ? "fill-line-rule" : "fill-signal"}
            />
          );
        }),
      )}
    </Scene>
  );
}
