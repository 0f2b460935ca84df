import {
  BarController,
  BarElement,
  CategoryScale,
  Chart as Drawing,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { useEffect, useRef } from "react";

import { formatCount } from "#app/ui/format.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminStatistics as copy } from "#subjects/statistics/words/admin-statistics.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { colors } from "#design/tokens.ts";

Drawing.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

export type Series = { name: string; values: number[]; isLine?: true };

type Props = {
  title: string;
  /** What the labels are, at the head of the table. */
  labelName: string;
  labels: string[];
  series: Series[];
  /** For labels that are words. */
  isLying?: boolean;
  format?: (value: number) => string;
  /** Further columns of the table. */
  extra?: { name: string; cells: string[] }[];
};

/** In the order of the series: each is told from the next without colour too, as a line or by its place. */
const palettes = {
  day: { series: [colors["line-700"], colors.signal, colors["line-300"]], text: colors["ink-2"], rule: colors.line },
  night: {
    series: [colors["night-green"], colors.signal, colors["line-200"]],
    text: colors["night-ink-2"],
    rule: colors["night-line"],
  },
};

/** A drawing and, from the same figures, its table. */
export function Chart({ title, labelName, labels, series, isLying = false, format = formatCount, extra = [] }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNight = useMediaQuery("(prefers-color-scheme: dark)");
  const drawn = JSON.stringify({ labels, series, isLying });

  // Draws on the canvas, which React does not.
  useEffect(() => {
    if (!canvas.current) return;
    const read = JSON.parse(drawn) as Required<Pick<Props, "labels" | "series" | "isLying">>;
    const drawing = draw(canvas.current, { ...read, palette: palettes[isNight ? "night" : "day"] }, format);
    return () => drawing.destroy();
  }, [drawn, format, isNight]);

  return (
    <Box as="figure" minWidth={0} className="chart" role="group" aria-label={title}>
      <figcaption className="strong">{title}</figcaption>
      <div className="chart-drawing">
        <canvas ref={canvas} role="img" aria-label={title} />
      </div>
      <details>
        <summary className="text-caption faint">{copy.table}</summary>
        <table className="text-caption tabular chart-table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{labelName}</th>
              {[...series, ...extra].map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, index) => (
              <tr key={`${index} ${label}`}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name}>{format(values[index] ?? 0)}</td>
                ))}
                {extra.map(({ name, cells }) => (
                  <td key={name}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Box>
  );
}

function draw(
  canvas: HTMLCanvasElement,
  {
    labels,
    series,
    isLying,
    palette,
  }: Required<Pick<Props, "labels" | "series" | "isLying">> & {
    palette: (typeof palettes)["day" | "night"];
  },
  format: (value: number) => string,
) {
  const font = { family: getComputedStyle(document.body).fontFamily, size: 12 };
  const values = {
    beginAtZero: true,
    grid: { color: palette.rule },
    ticks: { font, color: palette.text, precision: 0, maxTicksLimit: 6 },
  };
  const words = { grid: { display: false }, ticks: { font, color: palette.text, maxRotation: 0, autoSkip: !isLying } };
  return new Drawing(canvas, {
    type: "bar",
    data: {
      labels,
      datasets: series.map(({ name, values: data, isLine }, index) => ({
        type: isLine ? ("line" as const) : ("bar" as const),
        label: name,
        data,
        borderColor: palette.series[index],
        backgroundColor: palette.series[index],
        borderWidth: isLine ? 2 : 0,
        pointRadius: 0,
        maxBarThickness: 28,
      })),
    },
    options: {
      // Nothing moves unless something happened.
      animation: false,
      maintainAspectRatio: false,
      indexAxis: isLying ? "y" : "x",
      interaction: { mode: "index", intersect: false, axis: isLying ? "y" : "x" },
      color: palette.text,
      scales: isLying ? { x: values, y: words } : { x: words, y: values },
      plugins: {
        legend: { display: series.length > 1, position: "bottom", labels: { font, boxWidth: 12 } },
        tooltip: {
          callbacks: {
            label: ({ dataset, raw }) => `${dataset.label}\u00a0: ${format(typeof raw === "number" ? raw : 0)}`,
          },
        },
      },
    },
  });
}
