import { expect, it, vi } from "vitest";
import { type Named, NamedFiles } from "../../../client/extension/editor/setupFileIndex.js";
import { decorateTenants, type SidebarSources, tenantUri } from "../../../client/extension/sidebar/fileMarks.js";
import { vscode } from "../vscode.js";

interface Provider {
  readonly onDidChangeFileDecorations: (listener: (uris: readonly unknown[]) => void) => unknown;
  readonly provideFileDecoration: (uri: unknown) => unknown;
}

const registerFileDecorationProvider = vi.fn((_: Provider) => vscode.Disposable.from());
Object.assign(vscode.window, { registerFileDecorationProvider });

it("counts each tenant's connections with a setup file, and fires for changes only", () => {
  const loaded = new Set(Array.from({ length: 150 }, (_, index) => `ac_${index}`));
  const tenant = { origin: "https://acme.example.com", host: "acme.example.com" };
  const sessionsChanged = new vscode.EventEmitter<undefined>();
  const filesChanged = new vscode.EventEmitter<readonly Named[]>();
  const files = new NamedFiles();
  const save = (name: string, id?: string, host?: string) => {
    const file = { file: vscode.Uri.parse(name), tenant: host, name: undefined };
    filesChanged.fire(files.put(name, id === undefined ? undefined : { ...file, id }));
  };
  const sources: object = {
    sessions: {
      all: [{ tenant, store: { find: (id: string) => loaded.has(id) } }],
      onDidChange: sessionsChanged.event,
    },
    setupFiles: {
      get all() {
        return [...files.all];
      },
      onDidChange: filesChanged.event,
    },
  };
  decorateTenants(sources as SidebarSources);
  const [provider] = registerFileDecorationProvider.mock.calls[0] ?? [];
  if (!provider) throw new Error("Nothing decorates tenants.");
  let told = 0;
  provider.onDidChangeFileDecorations((uris) => (told += uris.length));
  const shown = () => provider.provideFileDecoration(tenantUri(tenant.origin));
  expect(shown()).toBeUndefined();
  save("a", "ac_1");
  save("b", "ac_2", "acme.example.com");
  expect([shown(), told]).toEqual([{ badge: "2", tooltip: "2 with a setup file" }, 2]);
  save("another tenant's", "ac_3", "globex.example.com");
  save("not loaded", "ac_900");
  save("the same connection", "ac_1");
  save("a", "ac_1");
  expect([shown(), told]).toEqual([{ badge: "2", tooltip: "2 with a setup file" }, 2]);
  for (let index = 0; index < 120; index += 1) save(`many ${index}`, `ac_${index}`);
  expect(shown()).toEqual({ badge: "9+", tooltip: "120 with a setup file" });
  expect(provider.provideFileDecoration(vscode.Uri.parse("file:///a"))).toBeUndefined();
});
