import { Socket } from "node:net";

/**
 * A stream of an open pipe or socket that waits without blocking a thread. A stream of node:fs would block one, or fail if
 * there's nothing yet. It closes the descriptor.
 */
export function pipeStream(descriptor: number, direction: "read" | "write"): Socket {
  return new Socket({ fd: descriptor, readable: direction === "read", writable: direction === "write" });
}
