import { VoiceThread } from "#app/product/voice-thread.tsx";
import { Box } from "#app/ui/layout.tsx";

/** The follow-up at its work: eight weeks, and this week's message. */
export function VoiceScene() {
  return (
    <Box paddingInline="cell" paddingBottom="block">
      <VoiceThread />
    </Box>
  );
}
