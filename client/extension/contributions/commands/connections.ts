import {
  all,
  HAS_TENANTS,
  IS_ONE_ROW,
  IS_SETUP_FILE,
  IS_SETUP_FILE_NAME,
  IS_TRUSTED,
  isIn,
  isRow,
  isRowWithPage,
  NEVER,
} from "../clauses.js";
import {
  type Commands,
  SIGNED_IN,
  WITH_FILE,
  CONNECTIONS,
  FILES,
  PUSHES_WITH_FILE,
  PUSHES,
  IN_CONNECTIONS,
  ONLY_ON_ROWS,
} from "./declaration.js";

/** Commands for connections and their setup files. */
export const CONNECTIONS_COMMANDS = {
  "vaultconn.createSetupFile": {
    title: "Create Setup File…",
    icon: "new-file",
    places: [
      ["row of connections", "inline@1", isRow("connection")],
      ["row of connections", "1_file@1", isRow("connection")],
    ],
  },
  "vaultconn.newSetupFile": {
    title: "Vault Connections Setup File",
    icon: "new-file",
    palette: NEVER,
    places: [["file/newFile", "file"]],
  },
  "vaultconn.openSetupFile": {
    title: "Open Setup File",
    icon: "go-to-file",
    ...ONLY_ON_ROWS,
    places: [
      ["row of connections", "inline@1", isRow(...WITH_FILE)],
      ["row of connections", "1_file@1", all(isRow(...WITH_FILE), IS_ONE_ROW)],
      ["row of pushes", "2_file@1", isRow(...PUSHES_WITH_FILE)],
      ["editor/title", "navigation@2", isIn("comparedFiles")],
    ],
  },
  "vaultconn.replaceSetup": {
    title: "Replace Setup…",
    ...ONLY_ON_ROWS,
    places: [["row of connections", "1_file@2", all(isRow("connection.withFile"), IS_ONE_ROW)]],
  },
  "vaultconn.copyToTenant": {
    title: "Copy to Another Tenant…",
    palette: all(IS_SETUP_FILE, HAS_TENANTS),
    places: [
      ["row of connections", "1_file@4", all(isRow(...WITH_FILE), IS_ONE_ROW)],
      ["editor/title", "1_vaultconn@3", all(IS_SETUP_FILE, IS_TRUSTED)],
      ["editor/context", "z_vaultconn@3", all(IS_SETUP_FILE, IS_TRUSTED)],
      ["explorer/context", "z_vaultconn@4", all(IS_SETUP_FILE_NAME, IS_TRUSTED)],
      ["editor/title/context", "z_vaultconn@3", all(IS_SETUP_FILE_NAME, IS_TRUSTED)],
    ],
  },
  "vaultconn.rename": {
    title: "Rename…",
    ...ONLY_ON_ROWS,
    places: [["row of connections", "1_file@3", all(isRow(...CONNECTIONS), IS_ONE_ROW)]],
    key: { key: "f2", when: IN_CONNECTIONS },
  },
  "vaultconn.copyId": {
    title: "Copy ID",
    ...ONLY_ON_ROWS,
    places: [
      ["row of connections", "3_record@2", isRow(...CONNECTIONS)],
      ["row of pushes", "3_record@2", isRow(...PUSHES)],
    ],
    key: { key: "ctrl+c", mac: "cmd+c", when: IN_CONNECTIONS },
  },
  "vaultconn.copyName": {
    title: "Copy Name",
    ...ONLY_ON_ROWS,
    places: [["row of connections", "3_record@3", isRow(...CONNECTIONS)]],
  },
  "vaultconn.showRecord": {
    title: "Show Record",
    ...ONLY_ON_ROWS,
    places: [["row of connections", "3_record@1", all(isRow(...CONNECTIONS), IS_ONE_ROW)]],
  },
  "vaultconn.openInBrowser": {
    title: "Open in Browser",
    icon: "link-external",
    ...ONLY_ON_ROWS,
    places: [
      [
        "row of connections",
        "4_browser@1",
        all(
          isRowWithPage(...SIGNED_IN, "tenant.signedOut", "tenant.signedOut.local", ...CONNECTIONS, ...FILES),
          IS_ONE_ROW,
        ),
      ],
      ["editor/title", "navigation@1", "resourceScheme == 'vaultconn-record' && resourceDirname != '/'"],
    ],
  },
  "vaultconn.revealInTree": {
    title: "Reveal in Sidebar",
    palette: IS_SETUP_FILE,
    places: [
      ["row of pushes", "3_record@1", isRow(...PUSHES)],
      ["row of connections", "2_row@1", all(isRow(...FILES), IS_ONE_ROW)],
      ["editor/title", "1_vaultconn@2", all(IS_SETUP_FILE, IS_TRUSTED)],
      ["explorer/context", "z_vaultconn@3", all(IS_SETUP_FILE_NAME, IS_TRUSTED)],
      ["editor/title/context", "z_vaultconn@2", all(IS_SETUP_FILE_NAME, IS_TRUSTED)],
    ],
  },
  "vaultconn.fileActions": { title: "Setup File Actions…", palette: IS_SETUP_FILE },
} as const satisfies Commands;
