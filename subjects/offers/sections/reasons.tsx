import { Rail } from "#app/sections/rail.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Box, Cells, Stack } from "#app/ui/layout.tsx";

type Props = {
  title: string;
  lead: string;
  list: readonly { icon: IconName; title: string; text: string }[];
};

/** Six cells beside a quiet title: reasons, or key features. */
export function Reasons({ title, lead, list }: Props) {
  return (
    <Rail title={title} lead={lead}>
      {/* On a telephone in one row: moved by a finger, or by the arrows of a keyboard. */}
      <Cells
        as="ul"
        className="snap-row reasons"
        rule="top"
        tablet={{ columns: 2 }}
        lg={{ columns: 3, rule: "none" }}
        tabIndex={0}
        aria-label={title}
      >
        {list.map((reason, index) => (
          <Stack
            as="li"
            key={reason.title}
            columns="auto 1fr"
            gap={16}
            paddingInline="cell"
            paddingBlock={16}
            tablet={{ paddingBlock: 24 }}
            lg={{ columns: 1, gap: 40, alignContent: "start", paddingTop: index < 3 ? "block" : 24, paddingBottom: 40 }}
          >
            <Icon name={reason.icon} />
            <div>
              <h3 className="text-subtitle">{reason.title}</h3>
              <Box as="p" maxWidth="40ch" marginTop={8} className="quiet">
                {reason.text}
              </Box>
            </div>
          </Stack>
        ))}
      </Cells>
    </Rail>
  );
}
