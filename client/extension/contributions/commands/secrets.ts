import { IS_TRUSTED } from "../clauses.js";
import { type Commands, ONLY_ON_ROWS } from "./declaration.js";

/** Commands for values behind references. */
export const SECRETS_COMMANDS = {
  "vaultconn.storeSecret": { title: "Store Secret…" },
  "vaultconn.row.storeSecret": { title: "Store Secret…", ...ONLY_ON_ROWS },
  "vaultconn.addSecretProvider": { title: "Add Secret Provider…" },
  "vaultconn.compareValues": { title: "Compare Values" },
  "vaultconn.findValue": { title: "Find a Value…", places: [["title of connections", "5_tenant@3", IS_TRUSTED]] },
  "vaultconn.manageSecrets": {
    title: "Show Stored Secrets",
    places: [["title of connections", "5_tenant@2", IS_TRUSTED]],
  },
} as const satisfies Commands;
