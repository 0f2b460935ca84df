import { Box, Row, Stack } from "#app/ui/layout.tsx";

type Step = { when: string; title: string; text: string };

/** Where the cord leaves and enters the jacks, for three steps and for four. */
const cords = {
  3: ["M56 70C80 226 432 226 456 70", "M456 70C480 226 832 226 856 70"],
  4: ["M56 70C80 226 332 226 356 70", "M356 70C380 226 632 226 656 70", "M656 70C680 226 932 226 956 70"],
};

/** Steps that hang from the same cord; on a telephone in one row, which the arrows of a keyboard move too. */
export function StepList({ list, label }: { list: readonly Step[]; label: string }) {
  const isInFour = list.length === 4;

  return (
    <Box position="relative" data-moves="steps">
      <Box
        as="svg"
        viewBox="0 0 1200 250"
        preserveAspectRatio="none"
        className="hidden-until-tablet steps-cords"
        aria-hidden="true"
      >
        {cords[isInFour ? 4 : 3].map((cord) => (
          <path key={cord} d={cord} className="cord" strokeWidth="5" vectorEffect="non-scaling-stroke" />
        ))}
      </Box>
      <Stack
        as="ol"
        rule="top"
        position="relative"
        tablet={{ columns: isInFour ? 4 : 3 }}
        className={isInFour ? "snap-row steps-in-four steps" : "snap-row steps"}
        tabIndex={0}
        aria-label={label}
      >
        {list.map((step, index) => (
          <Box
            as="li"
            padding="cell"
            position="relative"
            tablet={{ rule: index > 0 ? "left" : "none" }}
            key={step.title}
          >
            <Row gap={16} align="center" className="step-jack">
              <Stack
                as="b"
                align="center"
                justify="center"
                position="relative"
                className="text-lead tabular"
                aria-hidden="true"
              >
                {index + 1}
              </Stack>
              <Box as="span" position="relative" className="text-small quiet">
                {step.when}
              </Box>
            </Row>
            <h3>{step.title}</h3>
            <Box as="p" maxWidth="38ch" marginTop={8} className="quiet">
              {step.text}
            </Box>
          </Box>
        ))}
      </Stack>
    </Box>
  );
}
