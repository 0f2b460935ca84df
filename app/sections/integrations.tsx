import { useSite } from "#app/page-kit/site-context.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import type { HomeCopy } from "#content/home.ts";

/** Which of the eight lines are in use. */
const liveTools = new Set([1, 3, 6]);

/** The picture first: eight tools, eight cords, one plate. */
export function Integrations({ title, lead, tools }: HomeCopy["integrations"]) {
  const { brand } = useSite();

  return (
    <Box as="section" background="line-800" className="color-on-line dark outer" id="integrations">
      <Box paddingBottom="section" className="frame">
        <Stack as="ul" columns={4} lg={{ columns: 8 }} className="tools">
          {tools.map((tool, index) => (
            <Stack
              as="li"
              paddingTop={16}
              paddingInline={2}
              justify="center"
              alignContent="end"
              rule="right"
              lg={{ paddingTop: 24 }}
              key={tool.name}
            >
              <small className="text-caption stretch-mid color-on-line-2">{tool.kind}</small>
              <b className="stretch-mid tracking-title tool-name">{tool.name}</b>
              <Jack state={liveTools.has(index) ? "live" : "idle"} />
            </Stack>
          ))}
        </Stack>
        <svg className="tools-cords" viewBox="0 0 1200 250" preserveAspectRatio="none" aria-hidden="true">
          {tools.map((tool, index) => (
            <path
              key={tool.name}
              d={drawCord(index)}
              className={`hidden-until-lg ${liveTools.has(index) ? "cord" : "cord cord-connected"}`}
            />
          ))}
          {/* Four columns on small screens, whose lower jacks the cords leave. */}
          {tools.slice(4).map((tool, index) => (
            <path
              key={tool.name}
              d={drawShortCord(index)}
              className={`hidden-from-lg ${liveTools.has(index + 4) ? "cord" : "cord cord-connected"}`}
            />
          ))}
        </svg>
        <Stack gap={24} paddingInline="cell" className="integrations-foot">
          <h2 className="color-white">{title}</h2>
          <Stack
            align="center"
            justify="center"
            padding={20}
            lg={{ padding: 24 }}
            radius="lg"
            background="canvas"
            className="color-ink core"
          >
            <Logo name={brand} size="growing" />
          </Stack>
          <p className="lead">{lead}</p>
        </Stack>
      </Box>
    </Box>
  );
}

/** From the middle of one of four columns down to the plate below. */
function drawShortCord(index: number): string {
  const top = 150 + index * 300;
  const bottom = 510 + index * 60;
  return `M${top} 0C${top} 170 ${bottom} 80 ${bottom} 250`;
}

/** From the middle of the tool's column to its place on the plate. */
function drawCord(index: number): string {
  const top = 75 + index * 150;
  const bottom = 712 + index * 25;
  return `M${top} 0C${top} 150 ${bottom} 90 ${bottom} 250`;
}
