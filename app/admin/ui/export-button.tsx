import { useMutation } from "@tanstack/react-query";

import { sentenceOf } from "./leads-error.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import type { SavedFile } from "#app/api/transport/download.ts";
import { Box } from "#app/ui/layout.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { exportButton as copy } from "#subjects/leads/words/lead-export.ts";
import { failed, ok, type Result } from "#kit/result.ts";

type Props = {
  fetchFile: () => Promise<Result<SavedFile, CallProblem>>;
  format?: keyof typeof copy.labels;
  "data-pressed-by"?: string;
};

/** A file of what the filters leave, whole, beyond what is on screen. */
export function ExportButton({ fetchFile, format = "csv", ...mark }: Props) {
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const file = await fetchFile();
      if (file.ok) {
        saveFile(file.value.name, file.value.content);
        return ok(undefined);
      }
      return failed(sentenceOf(file.problem, copy.unavailable));
    },
  });
  const isOver = !isPending && data !== undefined;

  return (
    <>
      {isOver && (
        <Box as="span" role="status" className={data.ok ? "color-error visually-hidden" : "color-error text-caption"}>
          {data.ok ? copy.done : data.problem}
        </Box>
      )}
      <button
        type="button"
        className="text-small quiet-action"
        aria-disabled={isPending}
        {...mark}
        onClick={() => !isPending && mutate()}
      >
        {isPending ? copy.busy : copy.labels[format]}
      </button>
    </>
  );
}
