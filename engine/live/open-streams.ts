/** Streams hold a connection and a little memory each: so many in all, and of one account. */
const mostStreams = { inAll: 500, ofOneAccount: 12 };

export type OpenStreams = {
  /**
   * @param end called when the process stops
   * @returns how to give the place back; undefined when there is none
   */
  take(userId: string, end: () => void): (() => void) | undefined;
  count(): number;
  /** Ends all and lets no other begin. */
  close(): void;
};

export function createOpenStreams(): OpenStreams {
  const open = new Set<{ userId: string; end: () => void }>();
  let isClosed = false;

  return {
    take(userId, end) {
      const ofAccount = [...open].filter((stream) => stream.userId === userId).length;
      if (isClosed || open.size >= mostStreams.inAll || ofAccount >= mostStreams.ofOneAccount) return undefined;
      const stream = { userId, end };
      open.add(stream);
      return () => void open.delete(stream);
    },

    count: () => open.size,

    close() {
      isClosed = true;
      for (const { end } of open) end();
    },
  };
}
