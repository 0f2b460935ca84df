import "#app/ui/text.css";

import { useSite } from "#app/page-kit/site-context.tsx";
import { Box } from "#app/ui/layout.tsx";

type Props = {
  /** Whose words are shown. */
  of: readonly string[];
  children: string;
};

/** Under what a demonstration shows of words that nothing supports. */
export function InventedNote({ of, children }: Props) {
  const { demo, testimonials } = useSite();
  if (!demo || of.every((id) => id in testimonials)) return null;
  return (
    <Box as="p" paddingBlock={12} paddingInline="cell" rule="top" className="text-caption quiet">
      {children}
    </Box>
  );
}
