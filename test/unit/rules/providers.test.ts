import { describe, expect, it } from "vitest";
import { readSetupFile } from "../../../server/src/document/setupFile.js";
import { checkFile } from "../../../server/src/rules/checkFile.js";
import { providerOf } from "../../../schemas/references.js";

/** @param providers undefined: the client hasn't said which there are. */
function problemsOf(reference: string, providers?: readonly string[]) {
  const text = JSON.stringify({ setup: { type: "BEARER", token: reference } });
  const exists = (kind: string, name: string) =>
    kind === "provider" ? providers?.includes(providerOf(name).provider) : undefined;
  return checkFile(readSetupFile(text), { exists, plainTextSecret: "hint" });
}

describe("a reference to a provider", () => {
  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ["${op:a/b}", undefined, []],
    ["${op:a/b}", ["op"], []],
    ["${op:a/b}", [], ["unresolved-reference"]],
    ["${op:a/b}", ["vault"], ["unresolved-reference"]],
    ["${environment:X}", undefined, []],
    ["${secrt:X}", undefined, ["malformed-reference"]],
    ["${secrt:X}", [], ["malformed-reference"]],
    ["${secrt:X}", ["secrt"], []],
    ["${Secrt:X}", [], ["malformed-reference"]],
    ["${sercet:X}", [], ["malformed-reference"]],
    ["${envs:X}", ["op"], ["malformed-reference"]],
    ["${en:X}", ["op"], ["malformed-reference"]],
    ["${files:X}", ["op"], ["malformed-reference"]],
    ["${ENV:X}", ["ENV"], ["malformed-reference"]],
    ["${Secret:X}", [], ["malformed-reference"]],
    ["${sekrets:X}", [], ["unresolved-reference"]],
    ["${op:}", ["op"], ["malformed-reference"]],
    ["${op}", ["op"], ["malformed-reference"]],
  ])("%s with the providers %j", (reference, providers, codes) => {
    expect(problemsOf(reference, providers).map(({ code }) => code)).toEqual(codes);
  });

  it("suggests the provider whose name differs only in case", () => {
    expect(problemsOf("${Op:x}", ["op"])[0]?.problem.message()).toBe(
      '"Op" isn\'t a secret provider; did you mean "op"?',
    );
  });
});
