import { all, is, IS_TRUSTED, isNot, isRow } from "../clauses.js";
import { type Commands, TENANTS, SIGNED_IN, HAS_ROWS, ONLY_ON_ROWS, WITH_TENANTS } from "./declaration.js";

/** Commands for tenants, the sample, and help. */
export const TENANTS_COMMANDS = {
  "vaultconn.addTenant": {
    title: "Add Tenant…",
    icon: "add",
    places: [["title of connections", "navigation@3", IS_TRUSTED]],
  },
  "vaultconn.trySample": {
    title: "Try a Sample",
    icon: "beaker",
    places: [["title of connections", "8_sample@1", all(IS_TRUSTED, is("state", "hosts"))]],
  },
  "vaultconn.removeSample": {
    title: "Remove Sample",
    icon: "trash",
    palette: is("sample"),
    places: [
      ["row of connections", "inline@2", isRow("tenant.signedIn.sample")],
      ["row of connections", "9_remove@1", isRow("tenant.signedIn.sample")],
    ],
  },
  "vaultconn.editTenant": { title: "Edit Tenant…", ...WITH_TENANTS },
  "vaultconn.row.editTenant": {
    title: "Edit Tenant…",
    ...ONLY_ON_ROWS,
    places: [["row of connections", "8_edit@1", isRow(...TENANTS)]],
  },
  "vaultconn.removeTenant": {
    title: "Remove Tenant…",
    ...WITH_TENANTS,
    places: [["row of connections", "9_remove@1", isRow(...TENANTS)]],
  },
  "vaultconn.signIn": {
    title: "Sign In…",
    icon: "sign-in",
    ...WITH_TENANTS,
    places: [
      ["row of connections", "inline@1", isRow("tenant.signedOut", "tenant.signedOut.local")],
      ["row of connections", "1_account@1", isRow(...TENANTS)],
    ],
  },
  "vaultconn.signOut": {
    title: "Sign Out",
    ...WITH_TENANTS,
    places: [["row of connections", "1_account@2", isRow("tenant.signedIn")]],
  },
  "vaultconn.refresh": {
    title: "Refresh",
    icon: "refresh",
    ...WITH_TENANTS,
    places: [
      ["title of connections", "navigation@2", HAS_ROWS],
      ["row of connections", "inline@1", isRow(...SIGNED_IN, "problem")],
      ["row of connections", "2_data@1", isRow(...SIGNED_IN)],
    ],
  },
  "vaultconn.loadMore": { title: "Load More", ...ONLY_ON_ROWS },
  "vaultconn.loadAll": {
    title: "Load All",
    icon: "cloud-download",
    ...WITH_TENANTS,
    places: [
      ["row of connections", "2_data@2", isRow(...SIGNED_IN)],
      ["row of connections", "inline@1", isRow("loadMore")],
    ],
  },
  "vaultconn.showLog": {
    title: "Show Log",
    places: [["title of connections", "9_help@2", isNot("tenants")]],
  },
  "vaultconn.restartLanguageServer": { title: "Restart Language Server" },
  "vaultconn.reportIssue": { title: "Report Issue…", places: [["title of connections", "9_help@3"]] },
  "vaultconn.getStarted": {
    title: "Get Started",
    places: [["title of connections", "9_help@1", isNot("tenants")]],
  },
} as const satisfies Commands;
