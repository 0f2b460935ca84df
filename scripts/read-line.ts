import { createInterface } from "node:readline";

/**
 * One line of standard input; of a terminal it is asked for.
 *
 * @returns undefined at the end of the input
 */
export async function readLine(question: string, { isSecret = false } = {}): Promise<string | undefined> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stdout.write(question);
  // Without an output the line editor echoes nothing.
  const output = isTerminal && !isSecret ? { output: process.stdout } : {};
  const lines = createInterface({ input: process.stdin, terminal: isTerminal, ...output });
  for await (const line of lines) {
    if (isTerminal && isSecret) process.stdout.write("\n");
    return line;
  }
  return undefined;
}
