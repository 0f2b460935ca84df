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
        <Stack as="ul" columns={2} tablet={{ columns: 4 }} lg={{ columns: 8 }} className="tools">
          {tools.map((tool, index) => (
            <Stack
              as="li"
              paddingBlock={16}
              paddingInline="cell"
              rule="bottom"
              lg={{ justify: "center", paddingTop: 24, paddingInline: 2, paddingBottom: 0, rule: "right" }}
              key={tool.name}
            >
              <small className="text-caption stretch-mid color-on-line-2">{tool.kind}</small>
              <b className="text-lead stretch-mid tracking-title">{tool.name}</b>
              <Jack state={liveTools.has(index) ? "live" : "idle"} />
            </Stack>
          ))}
        </Stack>
        <svg
          className="tools-cords hidden-until-lg"
          viewBox="0 0 1200 250"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {tools.map((tool, index) => (
            <path
              key={tool.name}
              d={drawCord(index)}
              className={liveTools.has(index) ? "cord" : "cord cord-connected"}
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

/** From the middle of the tool's column to its place on the plate. */
function drawCord(index: number): string {
  const top = 75 + index * 150;
  const bottom = 712 + index * 25;
  return `M${top} 0C${top} 150 ${bottom} 90 ${bottom} 250`;
}
