import { Island } from "#app/page-kit/island.tsx";
import { VoiceThread } from "#app/product/voice-thread.tsx";
import { VoiceWeeks } from "#app/product/voice-weeks.tsx";
import { outgoingRecording } from "#app/sections/recordings.ts";
import { Box } from "#app/ui/layout.tsx";

/** The follow-up at its work: eight weeks, and this week's message to hear. */
export function VoiceScene() {
  const { text, player } = outgoingRecording("weekly");
  return (
    <Box paddingInline="cell" paddingBottom="block">
      <VoiceThread
        message={{
          weeks: <VoiceWeeks />,
          text,
          player: <Island name="MessagePlayer" when="interaction" props={player} />,
        }}
      />
    </Box>
  );
}
