import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";

type Props = {
  words: { cancel: string; save: string; busy: string };
  /** Of what saves: the orange one where the form stands alone. */
  variant?: ButtonVariant;
  isBusy: boolean;
  onCancel: () => void;
};

/** The two ends of a form in a dialog. */
export function FormButtons({ words, variant = "primary", isBusy, onCancel }: Props) {
  return (
    <Row gap={8} justify="end" isWrapping>
      <Button variant="secondary" isSmall hasPlug={false} onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="submit" variant={variant} isSmall hasPlug={false} busyLabel={isBusy ? words.busy : undefined}>
        {words.save}
      </Button>
    </Row>
  );
}
