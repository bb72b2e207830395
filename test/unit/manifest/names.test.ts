import { describe, expect, it } from "vitest";

import * as messages from "../../../server/protocol/messages.js";
import * as symbolMessages from "../../../server/protocol/symbolMessages.js";
import { NPM_PACKAGES } from "../../../scripts/package/npm.js";
import manifest from "../../../package.json" with { type: "json" };

const { bin, contributes, displayName, name, publisher, scripts } = manifest;
const { commands, configuration, languages, views, viewsContainers } = contributes;

/** Commands that key bindings, tasks and other extensions may call. Others may come, these stay. */
const COMMANDS =
  `addTenant removeTenant signIn signOut refresh loadMore filter find rename createSetupFile openSetupFile copyId push pushAll
  compareWithService storeSecret showLog`.split(/\s+/);

describe("stable names", () => {
  it("are those of the extension, its command and its scripts", () => {
    expect([`${publisher}.${name}`, displayName]).toEqual(["vaultconn.vault-connections", "Vault Connections"]);
    expect(bin).toEqual({ vaultconn: "./dist/cli.js", "vaultconn-language-server": "./dist/server.js" });
    expect(NPM_PACKAGES.map((made) => made.name).sort()).toEqual(Object.keys(bin).sort());
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(["start", "test", "build", "bench", "package", "service"]),
    );
  });

  it("are those of the commands and settings, all of them under one name", () => {
    const ids = commands.map(({ command }) => command);
    expect(ids).toEqual(expect.arrayContaining(COMMANDS.map((command) => `vaultconn.${command}`)));
    const declared = [...ids, ...configuration.flatMap(({ properties }) => Object.keys(properties))];
    expect(declared.filter((id) => !id.startsWith("vaultconn."))).toEqual([]);
  });

  it("are those of the view and the language", () => {
    expect(viewsContainers.activitybar.map(({ id }) => id)).toEqual(["vaultconn"]);
    expect(views.vaultconn.map(({ id }) => id)).toEqual(["vaultconn.connections", "vaultconn.pushes"]);
    expect(languages.map(({ id, extensions }) => [id, extensions])).toEqual([["vaultconn", [".vaultconn.json"]]]);
  });

  it("are those of the messages between client and server", () => {
    const methods = Object.values({ ...messages, ...symbolMessages }).flatMap((value) =>
      typeof value === "object" ? value.method : [],
    );
    expect(methods.length).toBeGreaterThan(4);
    expect(methods.filter((method) => !method.startsWith("vaultconn/"))).toEqual([]);
  });
});
