import { describe, expect, it } from "vitest";
import { createEnvironment, parseEnvFile } from "../../../client/core/secrets/environment.js";

describe("environment variables", () => {
  const environment = createEnvironment(
    { BOTH: "process", EMPTY: "" },
    parseEnvFile("BOTH=file\nFILE='a b' # note\nEMPTY=x\r\nexport E=1\nPEM=\"-----BEGIN\nAA\n-----END\"\n"),
  );

  it.each([
    ["BOTH", "process"],
    ["FILE", "a b"],
    ["EMPTY", ""],
    ["E", "1"],
    ["PEM", "-----BEGIN\nAA\n-----END"],
    ["NEITHER", undefined],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["toString", undefined],
  ])("%s", (name, value) => {
    expect(environment(name)).toBe(value);
  });

  it("may be the process's own", () => {
    expect(createEnvironment(process.env)("constructor")).toBeUndefined();
    expect(createEnvironment(process.env)("PATH")).toBe(process.env["PATH"]);
  });

  it("may begin with a byte order mark in a file", () => {
    expect(createEnvironment({}, parseEnvFile("\ufeffA=1\r\nB=2"))("A")).toBe("1");
  });
});
