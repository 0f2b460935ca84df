import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** What the offer includes, where there is room for it. */
export function SidePoints({ points }: { points: readonly string[] }) {
  return (
    <Stack as="ul" gap={8} marginTop="auto" paddingTop={20} rule="top" className="hidden-until-tablet text-small">
      {points.map((point) => (
        <Row as="li" key={point} gap={8}>
          <Box as="span" paddingTop={4} className="color-line-300">
            <Icon name="check" isSmall />
          </Box>
          {point}
        </Row>
      ))}
    </Stack>
  );
}

type Fact = { label: string; value: string };

/** The choice of step 3 and its price, which follow the answers. */
export function SideChoice({ facts }: { facts: readonly Fact[] }) {
  return (
    <Stack
      as="dl"
      columns="1fr auto"
      paddingTop={16}
      rule="top"
      tablet={{ columns: 1, marginTop: "auto" }}
      className="tabular"
    >
      {facts.map(({ label, value }) => (
        <Row
          key={label}
          direction="column"
          tablet={{ direction: "row", gap: 12, align: "baseline", justify: "between", paddingBlock: 4 }}
        >
          <dt className="text-caption color-on-line-2">{label}</dt>
          <dd className="text-lead strong color-white">{value}</dd>
        </Row>
      ))}
    </Stack>
  );
}
