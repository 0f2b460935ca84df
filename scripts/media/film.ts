// The presentation film, drawn frame by frame with the site's vocabulary: jacks, cords, lamps. No brand in it.
import { readFileSync } from "node:fs";

import type { CallTurn } from "#domain/contracts/media.ts";
import { colors } from "#design/tokens.ts";

export const filmSize = { width: 1280, height: 720, framesPerSecond: 25 };

/** Seconds of the last picture, once everything is said. */
export const filmOutroSeconds = 4.2;

/** The call of the film, line by line as it is set. */
export const filmTurns: { by: CallTurn["by"]; lines: string[] }[] = [
  {
    by: "assistant",
    lines: [
      "Menuiserie Kerbrat, bonsoir.",
      "Je suis l’assistante vocale",
      "de l’atelier, une intelligence",
      "artificielle.",
    ],
  },
  { by: "caller", lines: ["Bonsoir. Ma porte ne ferme", "plus depuis l’orage.", "Quelqu’un pourrait passer ?"] },
  { by: "assistant", lines: ["Yann est libre jeudi", "à 14 h 30. Cela vous", "convient ?"] },
  { by: "caller", lines: ["C’est parfait."] },
  { by: "assistant", lines: ["C’est noté. Vous recevez", "la confirmation par SMS.", "Bonne soirée !"] },
];

export type FilmScript = {
  durationSeconds: number;
  turns: { by: CallTurn["by"]; lines: string[]; from: number; to: number }[];
  /** Loudness of the soundtrack, 0 to 1, for each frame. */
  loudness: number[];
};

const colours = {
  ground: colors["line-800"],
  deep: colors["line-900"],
  hole: colors["line-hole"],
  rule: colors["line-rule"],
  green: colors["line-600"],
  pale: colors["line-300"],
  text: colors["on-line"],
  secondary: colors["on-line-2"],
  signal: colors.signal,
  ink: colors.ink,
};

/** The two lines that the call connects, and the three tools it is noted in. */
const callerJack = { x: 800, y: 150 };
const answerJack = { x: 1120, y: 270 };
const actions = [
  { label: "Fiche client créée", y: 470, afterTurn: 1 },
  { label: "Jeudi, 14 h 30", y: 538, afterTurn: 3 },
  { label: "SMS envoyé", y: 606, afterTurn: 4 },
];

const titleTop = 318;
const fullStop = { x: 694, y: titleTop + 98 };

export function filmPage(): string {
  const font = readFileSync("app/assets/special-gothic-latin.woff2").toString("base64");
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:"Special Gothic";src:url(data:font/woff2;base64,${font});font-weight:400 700;font-stretch:75% 100%}
body{margin:0;background:${colours.ground}}svg{display:block}
text{font-family:"Special Gothic";font-weight:600;fill:${colours.text}}
text.title{font-size:112px;letter-spacing:-.045em}.said{font-size:50px;letter-spacing:-.02em;font-stretch:92%}
.small{font-size:24px;font-weight:500;fill:${colours.secondary}}.action{font-size:30px;letter-spacing:-.01em}
</style><body></body>`;
}

/** The poster: the picture without a word, so that titles can be set over it. */
export function posterFrame(): string {
  return frame(`${jackField(1)}${cord(1)}${jack(callerJack, colours.signal)}${jack(answerJack, colours.signal)}`);
}

/** @param at seconds from the start */
export function filmFrame({ turns, loudness, durationSeconds }: FilmScript, at: number): string {
  const firstWord = turns[0]?.from ?? 0;
  const lastWord = turns.at(-1)?.to ?? durationSeconds;
  const talk = between(at, firstWord - 0.5, firstWord) * (1 - between(at, lastWord + 0.2, lastWord + 0.7));
  const outro = between(at, lastWord + 0.7, lastWord + 1.2);
  const plugged = easeOut(between(at, firstWord - 0.9, firstWord - 0.1));

  return frame(
    [
      jackField(1 - 0.55 * talk),
      group(1 - outro, cord(plugged) + ringingLamp(at, firstWord - 0.2)),
      group(outro, stopCord(easeOut(between(at, lastWord + 0.9, lastWord + 1.7)))),
      jack(answerJack, plugged === 1 ? colours.signal : colours.green),
      title(["Vous travaillez."], 1 - between(at, firstWord - 0.6, firstWord - 0.3), titleTop),
      turns.map((turn, index) => speech(turn, at, loudness, index)).join(""),
      group(talk, actions.map((action) => actionRow(action, at, turns)).join("")),
      group(talk, clock(at - firstWord)),
      title(["Vous travaillez.", "Elle décroche"], outro, titleTop),
      group(outro, `<text class="small" x="76" y="524" style="font-size:32px">En service en moins de 48 h.</text>`),
      `<text class="small" x="76" y="660">Voix générée par une IA</text>`,
    ].join(""),
  );
}

function frame(content: string): string {
  const { width, height } = filmSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke-linecap="round"><path fill="${colours.ground}" d="M0 0h${width}v${height}H0z"/>${content}</svg>`;
}

function jackField(opacity: number): string {
  const dots: string[] = [];
  for (let x = 720; x <= 1240; x += 80) {
    for (let y = 70; y <= 670; y += 80) dots.push(`M${x} ${y}h0`);
  }
  const path = dots.join("");
  return group(
    opacity,
    `<path d="${path}" stroke="${colours.rule}" stroke-width="22"/><path d="${path}" stroke="${colours.hole}" stroke-width="9"/>`,
  );
}

function cord(drawn: number): string {
  if (drawn === 0) return "";
  const path = `M${callerJack.x} ${callerJack.y}C${callerJack.x} 440 ${answerJack.x} 520 ${answerJack.x} ${answerJack.y}`;
  return `<path d="${path}" stroke="${colours.signal}" stroke-width="15" pathLength="1" stroke-dasharray="${drawn} 2"/>`;
}

function jack({ x, y }: { x: number; y: number }, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="26" fill="${colours.deep}" stroke="${colour}" stroke-width="8"/><circle cx="${x}" cy="${y}" r="10" fill="${colour}"/>`;
}

/** The lamp of a line that rings: three waves, then it stays lit. */
function ringingLamp(at: number, answeredAt: number): string {
  const { x, y } = callerJack;
  const waves = [0, 0.55, 1.1].map((delay) => {
    const progress = Math.min(1, Math.max(0, (at - 0.15 - delay) / 0.9));
    const isRinging = progress > 0 && progress < 1 && at < answeredAt + 0.4;
    return isRinging
      ? `<circle cx="${x}" cy="${y}" r="${30 + progress * 70}" stroke="${colours.signal}" stroke-width="5" opacity="${1 - progress}"/>`
      : "";
  });
  return waves.join("") + jack(callerJack, colours.signal);
}

function title(lines: string[], opacity: number, y: number): string {
  const set = lines.map((line, index) => `<text class="title" x="66" y="${y + index * 112}">${line}</text>`);
  return group(opacity, set.join(""));
}

/** The full stop of the last title is a jack: its cord goes to the line that was answered. */
function stopCord(drawn: number): string {
  const { x, y } = answerJack;
  const path = `M${fullStop.x} ${fullStop.y}C930 ${fullStop.y + 30} ${x} 620 ${x} ${y}`;
  return `<circle cx="${fullStop.x}" cy="${fullStop.y}" r="15" fill="${colours.signal}"/><path d="${path}" stroke="${colours.signal}" stroke-width="15" pathLength="1" stroke-dasharray="${drawn} 2"/>`;
}

function speech(turn: FilmScript["turns"][number], at: number, loudness: number[], index: number): string {
  const opacity = between(at, turn.from - 0.25, turn.from) * (1 - between(at, turn.to + 0.1, turn.to + 0.3));
  if (opacity === 0) return "";

  const isAssistant = turn.by === "assistant";
  const colour = isAssistant ? colours.signal : colours.pale;
  const name = isAssistant ? "Votre assistante" : "La cliente";
  const rise = 14 * (1 - easeOut(between(at, turn.from - 0.25, turn.from + 0.1)));
  const lines = turn.lines.map((line, row) => `<text class="said" x="72" y="${250 + row * 60}">${line}</text>`);
  return `<g opacity="${opacity}" transform="translate(0 ${rise})"><circle cx="84" cy="166" r="9" fill="${colour}"/><text class="small" x="106" y="174">${name}</text>${lines.join("")}${wave(at, loudness, colour, index)}</g>`;
}

/** Bars of the voice, from the soundtrack itself: the latest on the right. */
function wave(at: number, loudness: number[], colour: string, seed: number): string {
  const now = Math.round(at * filmSize.framesPerSecond);
  const bars = Array.from({ length: 46 }, (_, index) => {
    const height = 4 + 52 * (loudness[now - (45 - index)] ?? 0) * (0.75 + 0.25 * Math.sin(index * 2.4 + seed));
    return `M${78 + index * 11} ${560 - height / 2}v${height}`;
  });
  return `<path d="${bars.join("")}" stroke="${colour}" stroke-width="5"/>`;
}

function actionRow(action: (typeof actions)[number], at: number, turns: FilmScript["turns"]): string {
  const doneAt = turns[action.afterTurn]?.to ?? 0;
  const done = easeOut(between(at, doneAt - 0.3, doneAt + 0.2));
  return `<g><rect x="760" y="${action.y - 34}" width="440" height="68" fill="${colours.ground}" stroke="${colours.rule}" stroke-width="2"/><circle cx="802" cy="${action.y}" r="13" fill="${colours.hole}" stroke="${done > 0 ? colours.pale : colours.rule}" stroke-width="5"/><circle cx="802" cy="${action.y}" r="${7 * done}" fill="${colours.pale}"/><text class="action" x="836" y="${action.y + 10}" opacity="${0.35 + 0.65 * done}">${action.label}</text></g>`;
}

function clock(seconds: number): string {
  const shown = String(Math.max(0, Math.floor(seconds))).padStart(2, "0");
  return `<circle cx="84" cy="78" r="9" fill="${colours.signal}"/><text class="small" x="106" y="86">Appel en cours, mercredi, 21 h 42</text><text class="small" x="480" y="86" style="font-variant-numeric:tabular-nums">00:${shown}</text>`;
}

function group(opacity: number, content: string): string {
  return opacity <= 0 ? "" : `<g opacity="${opacity}">${content}</g>`;
}

/** 0 before `from`, 1 after `to`. */
function between(at: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

function easeOut(progress: number): number {
  return 1 - (1 - progress) ** 3;
}
