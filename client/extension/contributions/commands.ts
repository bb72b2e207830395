import { CONNECTIONS_COMMANDS } from "./commands/connections.js";
import { PUSHES_COMMANDS } from "./commands/pushes.js";
import { SECRETS_COMMANDS } from "./commands/secrets.js";
import { TENANTS_COMMANDS } from "./commands/tenants.js";
import { VIEW_COMMANDS } from "./commands/view.js";
import { IN_CONNECTIONS } from "./commands/declaration.js";

/** Every command that VS Code shows, by id. `npm run generate` writes them, their menus and keys into the manifest. */
export const COMMANDS = {
  ...TENANTS_COMMANDS,
  ...VIEW_COMMANDS,
  ...CONNECTIONS_COMMANDS,
  ...PUSHES_COMMANDS,
  ...SECRETS_COMMANDS,
} as const;

export type CommandId = keyof typeof COMMANDS;

/** Commands of buttons alone. VS Code shows none that begin with an underscore. */
export type HiddenCommandId =
  | "_vaultconn.changeEndDate"
  | "_vaultconn.chooseConnection"
  | "_vaultconn.copyScope"
  | "_vaultconn.saveAndPush";

/** Keys for commands of VS Code in our views. */
export const KEYS_OF_VS_CODE = [
  { command: "list.selectAndPreserveFocus", key: "enter", when: IN_CONNECTIONS },
] as const;
