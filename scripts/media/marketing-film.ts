// The film of Marketing: a campaign leaves by three channels, and one who answers it gets an appointment. Its letters
// say what happens, its captions what is said.
import { productExamples } from "#content/shared/product-examples.ts";

import {
  actionRow,
  between,
  colours,
  cord,
  type DrawnFilm,
  easeOut,
  type FilmScript,
  frame,
  group,
  jack,
  jackField,
  type Point,
  rings,
  stopCord,
  title,
  titleTop,
  wave,
} from "./film-kit.ts";

/** What is read while each turn is said. */
const turns: { by: "assistant" | "caller"; label: string; lines: string[] }[] = [
  {
    by: "assistant",
    label: "WhatsApp, message vocal",
    lines: ["Une relance,", "à son prénom."],
  },
  { by: "caller", label: "La cliente", lines: ["Elle répond."] },
  {
    by: "assistant",
    label: "Votre assistante",
    lines: ["On lui répond,", "tout de suite."],
  },
  { by: "caller", label: "La cliente", lines: ["Elle accepte."] },
  {
    by: "assistant",
    label: "Votre assistante",
    lines: ["Vous n’avez plus", "qu’à rappeler."],
  },
];

/** Three channels above, those they reach below; one of these answers. */
const channels: { name: string; from: Point; to: Point[] }[] = [
  {
    name: "E-mail",
    from: { x: 720, y: 150 },
    to: [
      { x: 800, y: 310 },
      { x: 960, y: 470 },
    ],
  },
  {
    name: "SMS",
    from: { x: 880, y: 150 },
    to: [
      { x: 960, y: 310 },
      { x: 1120, y: 470 },
      { x: 1200, y: 390 },
    ],
  },
  {
    name: "WhatsApp",
    from: { x: 1040, y: 150 },
    to: [
      { x: 1120, y: 310 },
      { x: 1200, y: 150 },
    ],
  },
];
const answering: Point = { x: 1200, y: 150 };

/** When the message of each channel leaves, in seconds: its sound's three notes. */
const messageTimes = [0.5, 1.05, 1.6];

/** How long a cord takes to its jack, and how much later the next one leaves. */
const flightSeconds = 0.8;
const delaySeconds = 0.12;

const actions = [
  { label: "Message relu par vous", afterTurn: undefined },
  { label: "Réponse notée", afterTurn: 1 },
  { label: "Rappel jeudi, 14 h 30", afterTurn: 3 },
];

const fullStop = { x: 602, y: titleTop + 98 };

const { messages, outcome } = productExamples.campaign;
const [mail, text, chat] = messages;
const threadTop = { x: 640, y: 80 };
const stepHeight = 112;

/** The campaign of the poster, as the page tells it in full: what leaves, what is answered, what comes of it. */
const thread: { name: string; text: string; colour: string }[] = [
  { name: nameOf(mail), text: mail.subject, colour: colours.pale },
  { name: nameOf(text), text: text.state, colour: colours.pale },
  { name: nameOf(chat), text: `« ${chat.reply.text} »`, colour: colours.pale },
  { name: outcome.name, text: outcome.text, colour: colours.signal },
];

export const marketingFilm: DrawnFilm = {
  outroSeconds: 3.8,
  poster: () => frame(thread.map(drawStep).join("")),
  frame: drawFrame,
};

function nameOf({ name, at }: (typeof messages)[number]): string {
  return `${name}, ${at.toLowerCase()}`;
}

/** Its jack, the cord to the one before, and its words on a plate. */
function drawStep({ name, text, colour }: (typeof thread)[number], index: number): string {
  const y = threadTop.y + index * stepHeight;
  const { x } = threadTop;
  const before = y - stepHeight;
  const edge = colour === colours.signal ? colour : colours.rule;
  const plate = `fill="${colours.deep}" stroke="${edge}" stroke-width="3"`;
  const sag = `M${x} ${before}C${x - 70} ${before + 40} ${x - 70} ${y - 40} ${x} ${y}`;
  return [
    index === 0 ? "" : cord(sag, 1, colour),
    jack({ x, y }, colour),
    index > 0 ? jack({ x, y: before }, colours.pale) : "",
    `<rect x="${x + 54}" y="${y - 47}" width="546" height="94" rx="18" ${plate}/>`,
    `<text class="small" x="${x + 82}" y="${y - 9}">${name}</text>`,
    `<text class="action" x="${x + 82}" y="${y + 28}">${text}</text>`,
  ].join("");
}

function drawFrame(script: FilmScript, at: number): string {
  const { times, durationSeconds } = script;
  const firstWord = times[0]?.from ?? 0;
  const lastWord = times.at(-1)?.to ?? durationSeconds;
  const talk = between(at, firstWord - 0.4, firstWord) * (1 - between(at, lastWord + 0.2, lastWord + 0.7));
  const outro = between(at, lastWord + 0.7, lastWord + 1.2);
  const names = channels.map(({ name, from }, index) => {
    const shown = between(at, sentAt(index) - 0.2, sentAt(index)) * (1 - outro);
    return group(shown, `<text class="small" x="${from.x}" y="${from.y - 46}" text-anchor="middle">${name}</text>`);
  });

  return frame(
    [
      jackField(1 - 0.3 * talk),
      bundle(at, 1 - outro),
      names.join(""),
      group(outro, stopCord(fullStop, answering, easeOut(between(at, lastWord + 0.9, lastWord + 1.7)))),
      answers(times).map((from) => rings(answering, at, from, from + 2)),
      group(outro, jack(answering, colours.signal)),
      title(["Vos prospects", "attendaient", "un signe."], 1 - talk - outro, titleTop - 36, 96),
      turns.map((_, index) => said(script, at, index)).join(""),
      group(talk, heading() + actions.map((action, row) => done(action, row, at, times)).join("")),
      title(["Vous proposez.", "Elle relance"], outro, titleTop),
      group(outro, `<text class="small" x="76" y="524" style="font-size:32px">Rien ne part sans votre accord.</text>`),
      `<text class="small" x="76" y="660">Voix générée par une IA</text>`,
    ]
      .flat()
      .join(""),
  );
}

function sentAt(channel: number): number {
  return messageTimes[channel] ?? 0;
}

/** When she who answers begins to speak. */
function answers(times: FilmScript["times"]): number[] {
  return times.filter((_, index) => turns[index]?.by === "caller").map(({ from }) => from - 0.2);
}

/** The campaign: a cord is orange while it goes, then green; one of them stays live. */
function bundle(at: number, opacity: number): string {
  const lines = channels.flatMap(({ from, to }, channel) =>
    to.map((end, index) => {
      const leavesAt = sentAt(channel) + index * delaySeconds;
      const isLive = end.x === answering.x && end.y === answering.y;
      const arrival = leavesAt + flightSeconds;
      const calm = isLive ? 0 : between(at, arrival, arrival + 0.5);
      const path = hang(from, end);
      const drawn = easeOut(between(at, leavesAt, arrival));
      const settled = (index + channel) % 2 === 1 ? colours.pale : colours.green;
      const plug = drawn === 0 ? "" : jack(end, isLive ? colours.signal : settled);
      return {
        cords: group(1 - calm, cord(path, drawn)) + group(calm, cord(path, 1, settled)),
        jacks: group(between(at, arrival - 0.1, arrival + 0.1), plug),
      };
    }),
  );
  const sources = channels.map(({ from }, channel) =>
    group(between(at, sentAt(channel) - 0.2, sentAt(channel)), jack(from, colours.signal)),
  );
  const cords = lines.map((line) => line.cords).join("");
  return group(opacity, cords + lines.map((line) => line.jacks).join("") + sources.join(""));
}

function hang(from: Point, to: Point): string {
  return `M${from.x} ${from.y}C${from.x} ${to.y + 110} ${to.x} ${to.y + 150} ${to.x} ${to.y}`;
}

function said({ times, loudness }: FilmScript, at: number, index: number): string {
  const turn = turns[index];
  const { from, to } = times[index] ?? { from: 0, to: 0 };
  const opacity = between(at, from - 0.25, from) * (1 - between(at, to + 0.1, to + 0.3));
  if (!turn || opacity === 0) return "";

  const colour = turn.by === "assistant" ? colours.signal : colours.pale;
  const rise = 14 * (1 - easeOut(between(at, from - 0.25, from + 0.1)));
  const lines = turn.lines.map(
    (line, row) => `<text class="said" style="font-size:64px" x="72" y="${262 + row * 68}">${line}</text>`,
  );
  const voice = wave(at, loudness, { colour, seed: index, y: 412 });
  return [
    `<g opacity="${opacity}" transform="translate(0 ${rise})">`,
    `<circle cx="84" cy="166" r="9" fill="${colour}"/>`,
    `<text class="small" x="106" y="174">${turn.label}</text>${lines.join("")}${voice}</g>`,
  ].join("");
}

function done(
  { label, afterTurn }: (typeof actions)[number],
  row: number,
  at: number,
  times: FilmScript["times"],
): string {
  const doneAt = afterTurn === undefined ? 0 : (times[afterTurn]?.to ?? 0);
  return actionRow({ x: 89, y: 486 + row * 52 }, label, easeOut(between(at, doneAt - 0.3, doneAt + 0.2)));
}

/** An example, which it says. */
function heading(): string {
  return [
    `<circle cx="84" cy="78" r="9" fill="${colours.signal}"/>`,
    `<text class="small" x="106" y="86">Exemple : relance d’un devis par une menuiserie</text>`,
  ].join("");
}
