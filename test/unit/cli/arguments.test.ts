import { describe, expect, it } from "vitest";
import { readArguments } from "../../../server/src/cli/arguments.js";
import { readCommand } from "../../../server/src/program/command.js";

describe("the arguments of check", () => {
  it("are paths, with defaults for the rest", () => {
    expect(readArguments(["a", "b/**/*.json"])).toEqual({
      paths: ["a", "b/**/*.json"],
      format: "text",
      severity: "hint",
      maxWarnings: Infinity,
      plainTextSecret: "hint",
      stdinFilename: undefined,
      allowEmpty: false,
    });
  });

  it("may stand in any order, the last of two counting", () => {
    const args = [
      "--format=json",
      "a",
      "--max-warnings",
      "0",
      "--format",
      "sarif",
      "-",
      "--stdin-filename",
      "x",
      "--plain-text-secret",
      "off",
      "--allow-empty",
      "--severity",
      "warning",
    ];
    expect(readArguments(args)).toEqual({
      paths: ["a", "-"],
      format: "sarif",
      severity: "warning",
      maxWarnings: 0,
      plainTextSecret: "off",
      stdinFilename: "x",
      allowEmpty: true,
    });
    expect(readArguments(["-q", "--severity", "hint", "a"])).toMatchObject({ severity: "error" });
    expect(readArguments(["--", "--format", "-q"])).toMatchObject({ paths: ["--format", "-q"], format: "text" });
    expect(readArguments(["--format", "xml", "-h"])).toBe("help");
  });

  it.each([
    [[], /^Nothing to check: give /],
    [["--fix", "a"], /^There is no option --fix: see "check --help"/],
    [["-x", "a"], /^There is no option -x: /],
    [["--evil", "a"], /^There is no option --evil: /],
    [["--format", "xml", "a"], /^--format cannot be "xml": choose text, json, sarif or github\.$/],
    [["a", "--format"], /^--format needs a value: /],
    [["--format=", "a"], /^--format needs a value: /],
    [["--quiet=yes", "a"], /^--quiet takes no value: /],
    [["--max-warnings", "-1", "a"], /^--max-warnings /],
    [["--max-warnings=1.5", "a"], /^--max-warnings cannot be "1\.5": give a whole number/],
    [["--severity", "off", "a"], /^--severity cannot be "off": /],
    [["--plain-text-secret", "loud", "a"], /^--plain-text-secret cannot be "loud": /],
    [["--stdin-filename", "x", "a"], /^--stdin-filename .*"-"/],
  ])("%j are misused", (args, sentence) => {
    expect(() => readArguments(args)).toThrow(
      expect.objectContaining({ kind: "misuse", message: expect.stringMatching(sentence) as string }) as Error,
    );
  });
});

describe("the arguments of the command", () => {
  it.each([
    [["--stdio"], { kind: "serve", transport: "stdio" }],
    [["--node-ipc"], { kind: "serve", transport: "node-ipc" }],
    [["--node-ipc", "--clientProcessId=12"], { kind: "serve", transport: "node-ipc" }],
    [["check", "--stdio"], { kind: "check", args: ["--stdio"] }],
    [["--stdio", "--help"], { kind: "help" }],
    [["-v"], { kind: "version" }],
  ])("%j say what to do", (args, command) => {
    expect(readCommand(args)).toEqual(command);
  });

  it.each([[[]], [["--clientProcessId=12"]], [["--socket=1234"]], [["lint"]], [["--stdio", "x"]], [["\u001b[31m"]]])(
    "%j are misused, and say what to give instead",
    (args) => {
      expect(readCommand(args)).toMatchObject({
        kind: "misuse",
        sentence: expect.stringMatching(/^[ -~]+ --stdio .* --help\.$/) as string,
      });
    },
  );
});
