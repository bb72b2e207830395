import type { Services } from "../services.js";

/** What a command does. Arguments come from a menu, a code lens or anyone: they are checked. */
export type Command = (services: Services, ...given: unknown[]) => Promise<void> | void;
