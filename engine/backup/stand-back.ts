import { setPriority } from "node:os";

/** Source: setpriority(2), where 19 is last. */
const niceness = 10;

/** Requests go first: from here on the main thread of this process, and the threads it starts, give way to others. */
export function standBack(): void {
  setPriority(niceness);
}
