import type { Command } from "commander";
import type { Exit } from "../exits.js";
import type { Io } from "../io.js";

/** One command: how it is called, and what it does. */
export interface CommandMaker {
  /** A line that shows how it is used. */
  readonly example: string;
  /** Adds its arguments and options. */
  readonly configure: (command: Command) => Command;
  /**
   * Does it.
   * @param paths its arguments.
   * @param options as commander reads them.
   * @throws Stop
   */
  readonly run: (paths: readonly string[], options: unknown, io: Io) => Promise<Exit>;
}
