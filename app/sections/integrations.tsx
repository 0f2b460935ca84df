import { useSite } from "#app/page-kit/site-context.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { HomeCopy } from "#content/home.ts";

/** Which of the eight lines are in use. */
const liveTools = new Set([1, 3, 6]);

/** The picture first: eight tools, eight cords, one plate. */
export function Integrations({ title, lead, tools }: HomeCopy["integrations"]) {
  const { brand } = useSite();

  return (
    <Box as="section" background="line-800" className="color-on-line dark outer" id="integrations" data-moves="tools">
      <Box paddingBottom={24} tablet={{ paddingBottom: "section" }} className="frame">
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
            <g key={tool.name} className="hidden-until-lg">
              <Cord isLive={liveTools.has(index)} top={75 + index * 150} bottom={700 + index * 28} />
            </g>
          ))}
          {/* Four columns on small screens, whose lower jacks the cords leave. */}
          {tools.slice(4).map((tool, index) => (
            <g key={tool.name} className="hidden-from-lg">
              <Cord isLive={liveTools.has(index + 4)} top={150 + index * 300} bottom={510 + index * 60} />
            </g>
          ))}
        </svg>
        <Stack gap={12} paddingInline="cell" className="integrations-foot">
          <h2 className="color-white">{title}</h2>
          <Row
            align="center"
            justify="center"
            gap={20}
            padding={20}
            lg={{ padding: 24 }}
            radius="lg"
            background="canvas"
            className="color-ink core"
          >
            <Logo name={brand} size="growing" />
            <Lamp />
          </Row>
          <p className="lead leading-snug">{lead}</p>
        </Stack>
      </Box>
    </Box>
  );
}

type CordProps = { isLive: boolean; top: number; bottom: number };

/** From the middle of the tool's column down to the plate, and the plug that it ends in. */
function Cord({ isLive, top, bottom }: CordProps) {
  return (
    <>
      <path d={`M${top} 0C${top} 150 ${bottom} 90 ${bottom} 230`} className={isLive ? "cord" : "cord cord-connected"} />
      <path d={`M${bottom} 222v28`} className="tools-plug" />
    </>
  );
}
