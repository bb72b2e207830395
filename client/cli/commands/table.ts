import { apply } from "./apply.js";
import type { CommandMaker } from "./command.js";
import { drift } from "./drift.js";
import { plan } from "./plan.js";
import { pull } from "./pull.js";

/** The commands, in the order of the help. */
export const COMMANDS = { plan, apply, drift, pull } as const satisfies Readonly<Record<string, CommandMaker>>;
