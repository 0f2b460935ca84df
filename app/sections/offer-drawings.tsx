import type { ComponentType, ReactNode } from "react";

import type { FunnelOffer } from "#domain/kernel/lead.ts";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className="offer-drawing" viewBox="0 0 380 170" aria-hidden="true">
      {children}
    </svg>
  );
}

type JackProps = { x: number; y: number; isLive?: boolean };

function DrawnJack({ x, y, isLive }: JackProps) {
  return (
    <>
      <circle cx={x} cy={y} r="19" className="fill-line-800" />
      <circle cx={x} cy={y} r="8" className={isLive ? "fill-signal" : "fill-line-300"} />
    </>
  );
}

/** A line among six is answered. */
function SecretariatDrawing() {
  return (
    <Drawing>
      {[40, 100, 160, 220, 280, 340].map((x) => (
        <DrawnJack key={x} x={x} y={46} isLive={x === 280} />
      ))}
      <path d="M280 46C280 176 116 176 96 130" className="cord" strokeWidth="9" />
      <circle cx="96" cy="130" r="14" className="fill-signal" />
    </Drawing>
  );
}

/** The same customer, week after week, each a step higher. */
function FollowUpDrawing() {
  return (
    <Drawing>
      <path
        d="M50 118C54 172 140 158 142 90M142 90C146 148 232 130 234 62"
        className="stroke-line-600 strand"
        strokeWidth="8"
      />
      <path d="M234 62C238 120 328 108 330 34" className="cord" strokeWidth="8" />
      <DrawnJack x={50} y={118} />
      <DrawnJack x={142} y={90} />
      <DrawnJack x={234} y={62} />
      <DrawnJack x={330} y={34} isLive />
    </Drawing>
  );
}

/** From one line to many people. */
function MarketingDrawing() {
  return (
    <Drawing>
      {[24, 48, 72, 96, 120, 144].map((y, index) => {
        const isLive = index === 1 || index === 4;
        const cord = `M70 85C130 ${113 + index * 2.4} 190 ${50 + index * 24} 312 ${y}`;
        return (
          <g key={y}>
            <path d={cord} className={isLive ? "cord" : "stroke-line-600 strand"} strokeWidth="5" />
            <circle cx="318" cy={y} r="8" className={isLive ? "fill-signal" : "fill-line-800"} />
          </g>
        );
      })}
      <circle cx="66" cy="85" r="34" className="fill-line-800" />
      <circle cx="66" cy="85" r="14" className="fill-line-300" />
    </Drawing>
  );
}

export const offerDrawings: Record<FunnelOffer, ComponentType> = {
  secretariat: SecretariatDrawing,
  suiviclient: FollowUpDrawing,
  marketing: MarketingDrawing,
};
