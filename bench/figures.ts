/** One line of the table. */
export type Figure = {
  what: string;
  ours: string;
  /** What was measured beside it; `undefined` where the goal is a limit. */
  reference?: string;
  ratio?: number;
  goal: string;
  isMet: boolean | undefined;
  /** What must be known to read the line, or to believe it. */
  notes?: string[];
};

/** At least this part of the reference's rate. */
export function rateFigure(
  what: string,
  unit: string,
  rates: { ours: number; reference: number; ratio: number },
  leastRatio: number,
): Figure {
  const { ours, reference, ratio } = rates;
  const shown = (rate: number) => `${Math.round(rate).toLocaleString("en")} ${unit}`;
  const goal = `ratio ≥ ${leastRatio}`;
  return { what, ours: shown(ours), reference: shown(reference), ratio, goal, isMet: ratio >= leastRatio };
}

/** At most this much of something. */
export function limitFigure(what: string, unit: string, measured: number, limit: number, digits = 1): Figure {
  return {
    what,
    ours: `${measured.toFixed(digits)} ${unit}`,
    ratio: measured / limit,
    goal: `≤ ${limit} ${unit}`,
    isMet: measured <= limit,
  };
}

/** Something that holds or does not. */
export function factFigure(what: string, isTrue: boolean, found: string): Figure {
  return { what, ours: found, goal: "yes", isMet: isTrue };
}

const titles = ["what", "ours", "reference", "ratio", "goal", "met"];

export function renderTable(figures: Figure[]): string {
  const rows = figures.map(({ what, ours, reference = "–", ratio, goal, isMet }) => {
    return [what, ours, reference, ratio?.toFixed(2) ?? "–", goal, isMet === undefined ? "–" : isMet ? "yes" : "NO"];
  });
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((text) => text.length)),
  );
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(titles), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
