import type { MarkupContent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { describe, expect, it } from "vitest";
import type { ClientQueries } from "../../../server/src/client/client.js";
import { complete } from "../../../server/src/features/completion/completion.js";
import { hoverAt } from "../../../server/src/features/hover.js";
import { knowing, NEVER, silent, vscode } from "./clients.js";

const queries: ClientQueries = {
  ...knowing,
  names: (params, token) =>
    params.kind === "provider"
      ? Promise.resolve({ names: ["op", "team"].filter((name) => params.among?.includes(name) ?? true) })
      : knowing.names(params, token),
};

/** @param token with a cursor at `|`. */
function at(token: string) {
  const text = `{"setup": {"type": "BEARER", "token": "${token}"}}`;
  const cursor = text.indexOf("|");
  const document = TextDocument.create("file:///a.vaultconn.json", "vaultconn", 1, text.replace("|", ""));
  return { document, position: document.positionAt(cursor), support: vscode, token: NEVER };
}

describe("hover on a reference to a provider", () => {
  it.each([
    [
      "${o|p:Automation/key}",
      queries,
      "**`${op:Automation/key}`** · provider defined\n\nRead from 1Password during a push.",
    ],
    ["${te|am:a}", queries, "**`${team:a}`** · provider defined\n\nRead from team during a push."],
    ["${vau|lt:a}", queries, "**`${vault:a}`** · provider not defined\n\nRead from HashiCorp Vault during a push."],
    ["${o|p:a}", silent, "**`${op:a}`**\n\nRead from 1Password during a push."],
  ])("%s", async (token, asked, expected) => {
    const hover = await hoverAt({ ...at(token), queries: asked });
    expect((hover?.contents as MarkupContent | undefined)?.value).toBe(expected);
  });

  it("shows a hostile path as inert text", async () => {
    const hover = await hoverAt({ ...at("${o|p:[x](command:y) `z` \\u202e$(zap)}"), queries });
    expect((hover?.contents as MarkupContent | undefined)?.value).not.toMatch(/\u202e|(?<!`.*)\]\(command/);
  });
});

describe("completion of a reference to a provider", () => {
  const usedPaths = () => Promise.resolve(["op:Automation/a", "op:Automation/b", "team:c"]);
  const labels = async (token: string) =>
    (await complete({ ...at(token), queries, usedPaths })).items.map(({ label }) => label);

  it("offers the providers that are defined, and paths that the workspace uses", async () => {
    const offered = await labels("${|}");
    for (const label of ["${op:}", "${team:}", "${op:Automation/a}", "${team:c}", "${secret:}"])
      expect(offered).toContain(label);
  });

  it("offers the provider's own paths after its name", async () => {
    expect(await labels("${op:|}")).toEqual(["${op:Automation/a}", "${op:Automation/b}"]);
    expect(await labels("${secret:|}")).not.toContain("${op:Automation/a}");
  });
});
