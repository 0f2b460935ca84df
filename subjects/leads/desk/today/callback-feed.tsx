import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { failed } from "#kit/result.ts";
import { callbackFeedCopy as copy } from "#subjects/leads/words/callback-feed.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

/** The address by which a calendar follows one's own call-backs. */
export function CallbackFeed() {
  const { desk } = useServices();
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (isRenewed: boolean) => {
      const feed = await desk.callbackFeed(isRenewed);
      return feed.ok ? feed : failed(sentenceOf(feed.problem, fileCopy.unavailable));
    },
  });

  return (
    <>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true);
          mutate(false);
        }}
      >
        {copy.open}
      </Button>
      <DeskDialog title={copy.heading} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Stack gap={4}>
          <input
            className="control callback-feed text-caption"
            aria-label={copy.label}
            readOnly
            value={data?.ok ? data.value : copy.loading}
            onFocus={(event) => event.currentTarget.select()}
          />
          <ProblemSentence sentence={data?.ok === false ? data.problem : undefined} />
          <p className="text-caption quiet">{copy.renewHint}</p>
        </Stack>
        <Row gap={16} align="center" justify="between" isWrapping>
          <button
            type="button"
            className="text-small quiet-action"
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(true)}
          >
            {copy.renew}
          </button>
          <Button isSmall hasPlug={false} onClick={() => setIsOpen(false)}>
            {copy.close}
          </Button>
        </Row>
      </DeskDialog>
    </>
  );
}
