import { describe, expect, it } from "vitest";
import { createEnvironment, variablesOf } from "../../../client/core/secrets/environment.js";

describe("environment variables", () => {
  const envFile = variablesOf({ ok: true, text: "BOTH=file\nFILE='a b' # note\nEMPTY=x\nUNCLEAR=a#b\n" }, ".env");
  const environment = createEnvironment({ BOTH: "process", EMPTY: "" }, envFile);
  const text: unknown = expect.stringMatching(/^UNCLEAR can't be read from \.env\. .*line 4.*single quotes/);

  it.each([
    ["BOTH", "process"],
    ["FILE", "a b"],
    ["EMPTY", ""],
    ["NEITHER", undefined],
    ["UNCLEAR", { kind: "unread", text }],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["toString", undefined],
  ])("%s", (name, value) => {
    expect(environment(name)).toEqual(value);
  });

  it("may be the process's own", () => {
    const own = createEnvironment(process.env, variablesOf({ ok: false, fault: "not-found" }, ".env"));
    expect(own("constructor")).toBeUndefined();
    expect(own("PATH")).toBe(process.env["PATH"]);
  });

  it.each([
    [{ ok: true, text: "A=1\nB: 2" }, "Line 2"],
    [{ ok: false, fault: "not-text" }, "Save it as UTF-8"],
  ] as const)("can't be read from an ambiguous file: %j", (reading, why) => {
    expect(createEnvironment({}, variablesOf(reading, ".env"))("A")).toMatchObject({
      text: expect.stringContaining(why) as string,
    });
  });
});
