import { Icon } from "./icon.tsx";
import { Box, Row } from "./layout.tsx";

/**
 * On a telephone a line that opens what comes after it. Where there is room that is open, and this is not there: what
 * `details` hold cannot be shown while they are closed.
 */
export function NarrowFold({ title, className }: { title: string; className?: string }) {
  return (
    <Box
      as="details"
      rule="top"
      className={["fold narrow-fold hidden-from-tablet", className].filter(Boolean).join(" ")}
    >
      <Row as="summary" align="center" justify="between" className="text-small strong">
        {title}
        <Icon name="down" />
      </Row>
    </Box>
  );
}
