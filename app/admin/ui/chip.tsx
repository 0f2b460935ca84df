import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";

type Props = { label: string; removeLabel: string; onRemove: () => void };

/** Something that was chosen, and goes by one touch. */
export function Chip({ label, removeLabel, onRemove }: Props) {
  return (
    <Row
      as="button"
      type="button"
      gap={8}
      align="center"
      paddingInline={12}
      radius="sm"
      background="line-100"
      className="color-line-700 chip text-caption strong"
      aria-label={removeLabel}
      onClick={onRemove}
    >
      {label}
      <Icon name="close" isSmall />
    </Row>
  );
}
