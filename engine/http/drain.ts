import type { Server } from "node:http";

/**
 * From here on each answer ends its connection: a proxy that keeps connections asks on none that closes under its
 * hands. Who answers beside the server's own listener hears the event `draining`.
 */
export function drain(server: Server): void {
  server.prependListener("request", (_, response) => void (response.shouldKeepAlive = false));
  server.emit("draining");
}
