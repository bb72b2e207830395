import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { SERVER } from "./session.js";

describe("the language server's command", () => {
  it("prints its version and its usage", () => {
    expect(command("--version")).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    const help = command("--help");
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--stdio") as string, stderr: "" });
  });

  it.each([[[]], [["--socket=1"]], [["--stdio", "x"]], [["\u001b[31m"]]])(
    "refuses %j with a message and exit code 64",
    (args) => {
      const stderr = "Specify --stdio to serve an editor, --version, or --help.\n";
      expect(command(...args)).toEqual({ code: 64, stdout: "", stderr });
    },
  );
});

/** Runs the language server as it is shipped, to its end. */
function command(...args: readonly string[]): object {
  const { status: code, stdout, stderr } = spawnSync(process.execPath, [SERVER, ...args], { encoding: "utf8" });
  return { code, stdout, stderr };
}
