/**
 * A body at the pace of its reader: no chunk is asked for before there is room for it, and a reader who leaves ends the
 * generator (its `finally` runs). An error of it breaks the answer off: half an answer never looks complete.
 */
export function streamChunks(chunks: AsyncGenerator<Uint8Array, undefined, undefined>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
