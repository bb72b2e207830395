import { codeActions } from "./codeActions/codeActions.js";
import { completion } from "./completion/completion.js";
import { diagnostics } from "./diagnostics.js";
import type { Feature } from "./feature.js";
import { hover } from "./hover/hover.js";
import { inspect } from "./inspect.js";

/** Everything the server can do. A new feature is a new line here. */
export const features: readonly Feature[] = [diagnostics, inspect, completion, hover, codeActions];
