import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { Repository } from "./support.js";

async function scriptFor(shell: string): Promise<string> {
  const { stdout } = await new Repository().ends(0, ["completion", shell]);
  return stdout;
}

it("completes commands, options, and their values in bash, whatever separates words there", async () => {
  const script = await scriptFor("bash");
  const complete = (...words: readonly string[]) => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _vaultconn; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", `IFS=:\n${script}\n${ask}`], { encoding: "utf8" })
      .split("\n")
      .filter(Boolean);
  };
  expect(complete("vaultconn", "p")).toEqual(["plan", "pull"]);
  expect(complete("vaultconn", "apply", "--all")).toEqual([
    "--all",
    "--allow-unknown",
    "--allow-empty",
    "--allow-production",
  ]);
  expect(complete("vaultconn", "plan", "--format", "")).toEqual(["text", "json", "github", "markdown"]);
  expect(complete("vaultconn", "pull", "--variant", "api-key-with")).toEqual([
    "api-key-with-base-url",
    "api-key-with-secret-key",
    "api-key-with-account-id",
  ]);
  expect(complete("vaultconn", "completion", "f")).toEqual(["fish"]);
});

it.each(["zsh", "fish", "powershell"])("offers every command and option in %s", async (shell) => {
  const script = await scriptFor(shell);
  for (const word of ["plan", "apply", "drift", "pull", "completion", "accept-drift", "credentials-fd"])
    expect(script).toContain(word);
});
