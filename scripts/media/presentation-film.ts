// The presentation film: one call, from its ringing to what is noted of it.
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
  rings,
  stopCord,
  title,
  titleTop,
  wave,
} from "./film-kit.ts";

/** The call, line by line as it is set. */
const turns: { by: "assistant" | "caller"; lines: string[] }[] = [
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

/** The two lines that the call connects, and the three tools it is noted in. */
const callerJack = { x: 800, y: 150 };
const answerJack = { x: 1120, y: 270 };
const callCord = `M${callerJack.x} ${callerJack.y}C${callerJack.x} 440 ${answerJack.x} 520 ${answerJack.x} ${answerJack.y}`;
const actions = [
  { label: "Fiche client créée", y: 470, afterTurn: 1 },
  { label: "Jeudi, 14 h 30", y: 538, afterTurn: 3 },
  { label: "SMS envoyé", y: 606, afterTurn: 4 },
];

const fullStop = { x: 694, y: titleTop + 98 };

export const presentationFilm: DrawnFilm = {
  outroSeconds: 4.2,
  poster: () =>
    frame(`${jackField(1)}${cord(callCord, 1)}${jack(callerJack, colours.signal)}${jack(answerJack, colours.signal)}`),
  frame: drawFrame,
};

function drawFrame(script: FilmScript, at: number): string {
  const { times, durationSeconds } = script;
  const firstWord = times[0]?.from ?? 0;
  const lastWord = times.at(-1)?.to ?? durationSeconds;
  const talk = between(at, firstWord - 0.5, firstWord) * (1 - between(at, lastWord + 0.2, lastWord + 0.7));
  const outro = between(at, lastWord + 0.7, lastWord + 1.2);
  const plugged = easeOut(between(at, firstWord - 0.9, firstWord - 0.1));
  const ringing = rings(callerJack, at, 0.15, firstWord + 0.2);

  return frame(
    [
      jackField(1 - 0.55 * talk),
      group(1 - outro, cord(callCord, plugged) + ringing + jack(callerJack, colours.signal)),
      group(outro, stopCord(fullStop, answerJack, easeOut(between(at, lastWord + 0.9, lastWord + 1.7)))),
      jack(answerJack, plugged === 1 ? colours.signal : colours.green),
      title(["Vous travaillez."], 1 - between(at, firstWord - 0.6, firstWord - 0.3), titleTop),
      turns.map((_, index) => speech(script, at, index)).join(""),
      group(talk, actions.map((action) => noted(action, at, times)).join("")),
      group(talk, clock(at - firstWord)),
      title(["Vous travaillez.", "Elle décroche"], outro, titleTop),
      group(outro, `<text class="small" x="76" y="524" style="font-size:32px">En service en moins de 48 h.</text>`),
      `<text class="small" x="76" y="660">Voix générée par une IA</text>`,
    ].join(""),
  );
}

function speech({ times, loudness }: FilmScript, at: number, index: number): string {
  const { by, lines: rows } = turns[index] ?? { by: "caller", lines: [] };
  const { from, to } = times[index] ?? { from: 0, to: 0 };
  const opacity = between(at, from - 0.25, from) * (1 - between(at, to + 0.1, to + 0.3));
  if (opacity === 0) return "";

  const colour = by === "assistant" ? colours.signal : colours.pale;
  const name = by === "assistant" ? "Votre assistante" : "La cliente";
  const rise = 14 * (1 - easeOut(between(at, from - 0.25, from + 0.1)));
  const lines = rows.map((line, row) => `<text class="said" x="72" y="${250 + row * 60}">${line}</text>`);
  const voice = wave(at, loudness, { colour, seed: index, y: 560 });
  return [
    `<g opacity="${opacity}" transform="translate(0 ${rise})">`,
    `<circle cx="84" cy="166" r="9" fill="${colour}"/>`,
    `<text class="small" x="106" y="174">${name}</text>${lines.join("")}${voice}</g>`,
  ].join("");
}

function noted({ label, y, afterTurn }: (typeof actions)[number], at: number, times: FilmScript["times"]): string {
  const doneAt = times[afterTurn]?.to ?? 0;
  const done = easeOut(between(at, doneAt - 0.3, doneAt + 0.2));
  return `<g><rect x="760" y="${y - 34}" width="440" height="68" fill="${colours.ground}" stroke="${colours.rule}" stroke-width="2"/>${actionRow({ x: 802, y }, label, done)}</g>`;
}

function clock(seconds: number): string {
  const shown = String(Math.max(0, Math.floor(seconds))).padStart(2, "0");
  return [
    `<circle cx="84" cy="78" r="9" fill="${colours.signal}"/>`,
    `<text class="small" x="106" y="86">Appel en cours, mercredi, 21 h 42</text>`,
    `<text class="small" x="480" y="86" style="font-variant-numeric:tabular-nums">00:${shown}</text>`,
  ].join("");
}
