import {
  all,
  is,
  IS_ONE_ROW,
  IS_SETUP_FILE,
  IS_SETUP_FILE_NAME,
  LOOKS_LIKE_SETUP_FILE,
  IS_TRUSTED,
  isIn,
  isNotIn,
  isRow,
} from "../clauses.js";
import {
  type Commands,
  WITH_FILE,
  FILES,
  PUSHES_WITH_FILE,
  OPEN_PUSHES,
  ONLY_ON_ROWS,
  WITH_TENANTS,
} from "./declaration.js";

/** Commands that push, compare, and find out how a push ended. */
export const PUSHES_COMMANDS = {
  "vaultconn.push": {
    title: "Push",
    icon: "cloud-upload",
    ...WITH_TENANTS,
    places: [
      ["row of connections", "inline@2", isRow("connection.withFile")],
      ["row of connections", "2_push@1", isRow("connection.withFile")],
      ["row of connections", "inline@3", isRow("file", "file.unknown")],
      ["row of connections", "1_push@2", isRow("file", "file.unknown")],
      ["editor/title", "navigation@1", IS_SETUP_FILE],
      ["editor/title", "navigation@1", all(isIn("comparedFiles"), isNotIn("reviewed"))],
      ["editor/title", "navigation@1", all("activeEditor == multiDiffEditor", is("comparisonOfMany", "compared"))],
      ["editor/context", "z_vaultconn@1", IS_SETUP_FILE],
    ],
    key: { key: "ctrl+alt+enter", mac: "cmd+alt+enter", when: all(LOOKS_LIKE_SETUP_FILE, "editorTextFocus") },
  },
  "vaultconn.row.push": {
    title: "Push Setup File",
    ...ONLY_ON_ROWS,
    places: [
      ["explorer/context", "z_vaultconn@1", IS_SETUP_FILE_NAME],
      ["editor/title/context", "z_vaultconn@1", IS_SETUP_FILE_NAME],
    ],
  },
  "vaultconn.review": {
    title: "Review",
    icon: "cloud-upload",
    ...ONLY_ON_ROWS,
    places: [
      ["row of connections", "inline@3", isRow("file.requested")],
      ["row of connections", "1_push@2", isRow("file.requested")],
    ],
  },
  "vaultconn.dismissReview": {
    title: "Dismiss",
    icon: "close",
    ...ONLY_ON_ROWS,
    places: [
      ["row of connections", "inline@4", isRow("file.requested")],
      ["row of connections", "1_push@4", isRow("file.requested")],
    ],
  },
  "vaultconn.pushAll": {
    title: "Push Changed Files…",
    icon: "cloud-upload",
    ...WITH_TENANTS,
    places: [["title of connections", "4_push@1", all(IS_TRUSTED, is("tenants"))]],
  },
  "vaultconn.row.pushAll": {
    title: "Push All…",
    icon: "cloud-upload",
    ...ONLY_ON_ROWS,
    places: [
      ["row of connections", "inline@1", isRow("attention")],
      ["row of connections", "1_push@1", isRow("attention")],
    ],
  },
  "vaultconn.continueReview": {
    title: "Continue",
    ...ONLY_ON_ROWS,
    places: [
      ["editor/title", "navigation@1", isIn("reviewed")],
      ["editor/title", "navigation@1", all("activeEditor == multiDiffEditor", is("comparisonOfMany", "reviewed"))],
    ],
  },
  "vaultconn.checkPush": {
    title: "Check Push",
    icon: "question",
    palette: all(IS_SETUP_FILE, is("isOutcomeUnknown")),
    places: [
      ["row of pushes", "inline@1", isRow(...OPEN_PUSHES)],
      ["row of pushes", "1_push@1", isRow(...OPEN_PUSHES)],
      ["row of connections", "inline@1", all(isRow("file.unknown"), IS_ONE_ROW)],
      ["row of connections", "1_push@1", all(isRow("file.unknown"), IS_ONE_ROW)],
    ],
  },
  "vaultconn.compareWithService": {
    title: "Compare with Service",
    icon: "diff",
    ...WITH_TENANTS,
    places: [
      ["row of connections", "2_push@2", isRow(...WITH_FILE)],
      ["row of pushes", "2_file@2", isRow(...PUSHES_WITH_FILE)],
      ["row of connections", "inline@2", isRow(...FILES)],
      ["row of connections", "1_push@3", isRow(...FILES)],
      ["editor/title", "1_vaultconn@1", IS_SETUP_FILE],
      ["editor/context", "z_vaultconn@2", IS_SETUP_FILE],
      ["explorer/context", "z_vaultconn@2", IS_SETUP_FILE_NAME],
    ],
  },
  "vaultconn.compareAll": {
    title: "Compare All with Service",
    icon: "diff-multiple",
    ...WITH_TENANTS,
    places: [["title of connections", "4_push@2", all(IS_TRUSTED, is("tenants"))]],
  },
} as const satisfies Commands;
