import { Row } from "#app/ui/layout.tsx";

import { Icon } from "#app/ui/icon.tsx";

/** What is wrong with a field, tied to it by `aria-describedby`. */
export function FieldProblem({ field, sentence }: { field: string; sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <Row as="p" gap={8} align="start" className="text-small field-problem" id={`${field}-problem`}>
      <Icon name="warning" isSmall />
      <span>{sentence}</span>
    </Row>
  );
}
