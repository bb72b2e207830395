import * as vscode from "vscode";
import type { NetworkSettings } from "../service/network.js";

/**
 * What VS Code's settings say about the network. Only the user's own values
 * count: a workspace cannot lead requests through a proxy of its choice.
 */
export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration("http");
  const own = <Value>(key: string): Value | undefined => {
    const inspected = http.inspect<Value>(key);
    return inspected?.globalValue ?? inspected?.defaultValue;
  };
  return {
    proxy: own<string>("proxy"),
    noProxy: own<string[]>("noProxy"),
    proxySupport: own<string>("proxySupport"),
    proxyStrictSsl: own<boolean>("proxyStrictSSL"),
    proxyAuthorization: own<string>("proxyAuthorization"),
  };
}

/** Calls back with the settings whenever one of them changes. */
export function onDidChangeNetworkSettings(listener: (settings: NetworkSettings) => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("http")) listener(readNetworkSettings());
  });
}
