import { describe, expect, it } from "vitest";
import type { EditorServices } from "../../../client/extension/editor/editorServices.js";
import { hostsToAdd, hostToAdd } from "../../../client/extension/editor/tenantOfFile.js";
import { vscode } from "../vscode.js";
import { partOf } from "../partOf.js";

const { Uri } = vscode;

function services(named: readonly (string | undefined)[], tenants: readonly string[] = []): EditorServices {
  const parts = partOf<EditorServices>({
    setupFiles: { all: named.map((tenant, at) => ({ file: Uri.file(`/w/${at}`), id: `ac_${at}`, tenant })) },
    sessions: { withHost: (host: string) => (tenants.includes(host) ? {} : undefined) },
  });
  return parts;
}

const HOSTS = ["acme.example.com", "globex.example.com", "globex.example.com"];

describe("the hosts that files name and no tenant has", () => {
  it.each([
    ["the most common first", HOSTS, [], { "globex.example.com": 2, "acme.example.com": 1 }],
    ["only those of no tenant", HOSTS, ["globex.example.com"], { "acme.example.com": 1 }],
    ["not that of the sample", ["sample.invalid"], [], {}],
    ["with their port", ["127.0.0.1:8443", "[::1]:9"], [], { "[::1]:9": 1, "127.0.0.1:8443": 1 }],
    ["in Punycode", ["xn--bcher-kva.example"], [], { "xn--bcher-kva.example": 1 }],
    ["none of a file without one", [undefined, undefined], [], {}],
    [
      "nothing that isn't a host",
      [
        ...[
          "https://acme.example.com",
          "acme.example.com/x",
          "mia@acme.example.com",
          "acme.example.com#",
          "bücher.example",
        ],
        ...[
          "аcme.example.com",
          "acme example",
          "${env:HOST}",
          "a".repeat(400),
          "acme.example.com.",
          "-",
          "acme\u202E.com",
        ],
      ],
      [],
      {},
    ],
  ] as const)("are %s", (_, named, tenants, hosts) => {
    expect([...hostsToAdd(services(named, tenants))]).toEqual(Object.entries(hosts));
  });
});

describe("the host to add a tenant for", () => {
  it.each([
    ["the one asked for", { host: "acme.example.com" }, undefined, HOSTS, "acme.example.com"],
    ["none if what's asked for is no host", { host: "acme.example.com/x" }, undefined, HOSTS, undefined],
    ["none if another extension asks for no text", { host: 5 }, undefined, HOSTS, undefined],
    ["that of the file in front", undefined, "globex.example.com", HOSTS, "globex.example.com"],
    ["that of the file in front, which isn't saved", null, "new.example.com", [], "new.example.com"],
    ["the only one that files name", undefined, undefined, HOSTS.slice(1), "globex.example.com"],
    ["another one if the file in front belongs to a tenant", undefined, "known.example.com", HOSTS.slice(1), HOSTS[1]],
    ["none of several", undefined, undefined, HOSTS, undefined],
    ["none without files", undefined, undefined, [], undefined],
  ])("is %s", (_, argument, front, named, host) => {
    const document = {
      uri: Uri.file("/w/front.vaultconn.json"),
      languageId: "vaultconn",
      getText: () => JSON.stringify({ tenant: front }),
    };
    Object.assign(vscode.window, { activeTextEditor: front === undefined ? undefined : { document } });
    expect(hostToAdd(services(named, ["known.example.com"]), argument)).toBe(host);
  });
});
