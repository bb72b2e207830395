import * as vscode from "vscode";
import type { NetworkSettings } from "../../core/service/transport/network.js";

/**
 * What VS Code's settings say about the network. Only the user's own values
 * count: a workspace cannot lead requests through a proxy of its choice.
 */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration("http");
  const own = (key: string): unknown => {
    const inspected = http.inspect(key);
    return inspected?.globalValue ?? inspected?.defaultValue;
  };
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const noProxy = own("noProxy");
  return {
    proxy: text(own("proxy")),
    noProxy: Array.isArray(noProxy) ? noProxy.map(String) : [],
    proxySupport: text(own("proxySupport")),
    proxyStrictSsl: own("proxyStrictSSL") !== false,
    systemCertificates: own("systemCertificates") !== false,
    proxyAuthorization: text(own("proxyAuthorization")),
  };
}

/** Calls back with the settings whenever one of them changes. */
export function onDidChangeNetworkSettings(listener: (settings: NetworkSettings) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("http")) listener(readNetworkSettings());
  });
}
