import type { CommandId } from "./commands.js";
import type { Welcome } from "./contexts.js";

/** A button below a welcome: its title, and a command of ours or of VS Code with its arguments. */
type Button = readonly [
  title: string,
  command: CommandId | "workbench.trust.manage" | "workbench.action.openSettings",
  setting?: string,
];

/** What a view says when it has no rows: a text in English, and the buttons below it. */
interface WelcomeDeclaration {
  readonly text: string;
  readonly buttons: readonly Button[];
}

const PROXY_SETTINGS: Button = ["Proxy Settings", "workbench.action.openSettings", "http.proxy"];

/** The welcome for each state of connections without rows, for a workspace that isn't trusted, and for pushes. */
export const WELCOMES: Readonly<Record<Welcome | "restricted" | "noPushes", WelcomeDeclaration>> = {
  noTenant: {
    text: "No tenant yet. Add one to see its connections here. If you don't have a tenant, try a sample that runs inside VS Code: nothing leaves this computer.",
    buttons: [
      ["Add Tenant", "vaultconn.addTenant"],
      ["Try a Sample", "vaultconn.trySample"],
      ["Get Started", "vaultconn.getStarted"],
    ],
  },
  nameNotFound: {
    text: "The tenant's host name couldn't be resolved. Check the address, and check whether you need a VPN. If your network needs a proxy, set http.proxy. PAC files and the system's proxy settings aren't used.",
    buttons: [["Edit Tenant", "vaultconn.editTenant"], PROXY_SETTINGS, ["Retry", "vaultconn.refresh"]],
  },
  stoppedByProxy: {
    text: "The proxy doesn't allow requests to the tenant. Check the proxy settings, or ask the proxy's administrator.",
    buttons: [PROXY_SETTINGS],
  },
  unreachable: {
    text: "Can't reach the tenant. It may be down, or the network may block it. If your network needs a proxy, set http.proxy. PAC files and the system's proxy settings aren't used.",
    buttons: [["Retry", "vaultconn.refresh"], PROXY_SETTINGS, ["Edit Tenant", "vaultconn.editTenant"]],
  },
  noConnections: {
    text: "This tenant has no connections yet. Create connections where you build flows, and then refresh.",
    buttons: [["Refresh", "vaultconn.refresh"]],
  },
  allHidden: {
    text: "No connection matches the filter.",
    buttons: [["Show All Connections", "vaultconn.clearFilter"]],
  },
  restricted: {
    text: "To see connections, trust this workspace. In Restricted Mode, you can edit setup files with checks and completions, but tenants aren't contacted.",
    buttons: [["Manage Workspace Trust", "workbench.trust.manage"]],
  },
  noPushes: { text: "No pushes yet.", buttons: [] },
};
