import { Box } from "#app/ui/layout.tsx";

type Props = {
  of: readonly { isInvented?: true }[];
  children: string;
};

/** Under what a demonstration shows of words that nothing supports. */
export function InventedNote({ of, children }: Props) {
  if (!of.some(({ isInvented }) => isInvented)) return null;
  return (
    <Box as="p" paddingBlock={12} paddingInline="cell" rule="top" className="text-caption quiet">
      {children}
    </Box>
  );
}
