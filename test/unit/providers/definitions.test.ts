import { describe, expect, it } from "vitest";
import { isProviderName, parseReferences } from "../../../schemas/references.js";
import { namesOf, readProviders } from "../../../client/core/secrets/providers/definitions.js";
import { argumentsFor, pathIn, pathProblem } from "../../../client/core/secrets/providers/paths.js";
import { definitionOf, presetOf, presets } from "../../../client/core/secrets/providers/presets.js";
import { providerNamed } from "./fakePrograms.js";

describe("the names of providers", () => {
  it.each(["op", "a", "A-b_9", `a${"b".repeat(49)}`, "secrt", "environment"])("may be %s", (name) => {
    expect(isProviderName(name)).toBe(true);
    expect(parseReferences(`\${${name}:x#y}`).references).toMatchObject([{ kind: "provider", name: `${name}:x#y` }]);
  });

  it.each(["", "env", "ENV", "Secret", "fiLe", "1a", "-a", "a b", "ä", `a${"b".repeat(50)}`])(
    "may not be '%s'",
    (name) => {
      expect(isProviderName(name)).toBe(false);
      expect(parseReferences(`\${${name}:x#y}`).references.filter(({ kind }) => kind === "provider")).toEqual([]);
    },
  );
});

describe("a definition", () => {
  const good = { command: ["op", "read", "op://${path}"] };

  it.each<[string, unknown]>([
    ["no object", "op read"],
    ["null", null],
    ["a command line", { command: "op read ${path}" }],
    ["no arguments", { command: ["op"] }],
    ["no path", { command: ["op", "read"] }],
    ["a path in the program", { command: ["${path}", "${path}"] }],
    ["no program", { command: ["", "${path}"] }],
    ["a relative program", { command: ["./op", "${path}"] }],
    ["a relative program of Windows", { command: [".\\op", "${path}"] }],
    ["a program in the folder above", { command: ["../op", "${path}"] }],
    ["a program in a folder", { command: ["bin/op", "${path}"] }],
    ["a batch file", { command: ["az.cmd", "${path}"] }],
    ["a control character", { command: ["op", "a\nb", "${path}"] }],
    ["a number", { command: ["op", 1, "${path}"] }],
    ["no time", { ...good, timeoutSeconds: 0 }],
    ["endless time", { ...good, timeoutSeconds: Infinity }],
    ["another output", { ...good, output: "xml" }],
  ])("is refused with %s", (_, definition) => {
    const providers = readProviders({ p: definition, q: good });
    expect(providers.get("p")).toHaveProperty("problem");
    expect(providers.get("q")).toMatchObject({ timeoutMs: 30_000, output: "text" });
  });

  it.each([
    [{ command: ["op", "${path}"], ouput: "json" }, '"ouput"'],
    [{ comand: ["op", "${path}"] }, '"comand"'],
    [{ command: ["op", "${path}"], timeout: 5 }, '"timeout"'],
    [{ command: ["op", "${path}"], Output: "json" }, '"Output"'],
  ])("is refused for a property that doesn't exist: %j", (definition, named) => {
    expect(readProviders({ p: definition }).get("p")).toHaveProperty("problem", expect.stringContaining(named));
  });

  it("reads the first line of a password store unless it asks for all", () => {
    const outputOf = (command: readonly string[], more = {}) => providerNamed("p", { command, ...more }).output;
    expect(outputOf(["pass", "show", "${path}"])).toBe("line");
    expect(outputOf(["/usr/bin/env", "A=b", "gopass", "show", "${path}"])).toBe("line");
    expect(outputOf(["sh", "-c", "pass show ${path}"])).toBe("line");
    expect(outputOf(["pass", "show", "${path}"], { output: "text" })).toBe("text");
    expect(outputOf(["get", "pass", "${path}"])).toBe("text");
  });

  it("can't have a name that's reserved or that every object has", () => {
    const providers = readProviders(
      JSON.parse('{"ENV": {}, "__proto__": {}, "constructor": {"command": ["a", "${path}"]}}'),
    );
    expect(providers.get("ENV")).toHaveProperty("problem");
    expect(providers.get("__proto__")).toHaveProperty("problem");
    expect(namesOf(providers)).toEqual(["constructor"]);
    expect(providers.get("toString")).toBeUndefined();
  });

  it.each([[], "x", 1, null, undefined])("isn't valid in %j", (setting) => {
    expect(readProviders(setting).size).toBe(0);
  });
});

describe("arguments", () => {
  it("are never split, and inserted text isn't expanded again", () => {
    const provider = providerNamed("p", { command: ["p", "--a=${path}", "${field} ${path}"] });
    const target = { path: 'a b "c" $& $1', field: "${path}" };
    expect(argumentsFor(provider, target)).toEqual([`--a=${target.path}`, `\${path} ${target.path}`]);
  });

  it.each<[string, object, string, object]>([
    ["text", { command: ["p", "${path}"] }, "a#b", { path: "a#b" }],
    ["json", { command: ["p", "${path}"], output: "json" }, "a#b#c", { path: "a#b", field: "c" }],
    ["a field argument", { command: ["p", "${path}", "${field}"] }, "a:b#c", { path: "a:b", field: "c" }],
  ])("take the field of %s", (_, definition, target, expected) => {
    expect(pathIn(providerNamed("p", definition), `p:${target}`)).toEqual(expected);
  });

  it.each([
    { command: ["p", "${path}", "${field}"] },
    { command: ["p", "${path}", "-o", "json"], output: "json" },
    { command: ["p", "--format=json", "${path}"], output: "json" },
  ])("need a field where the command has one, or prints an object: $command", (definition) => {
    const provider = providerNamed("p", definition);
    expect(pathProblem(provider, { path: "a" })).toContain("#password");
    expect(pathProblem(provider, { path: "a", field: "-x" })).toBeDefined();
  });
});

it("include the field in the 1,000 characters of a path", () => {
  const provider = providerNamed("p", { command: ["p", "${path}"], output: "json" });
  expect(pathProblem(provider, { path: "x".repeat(998), field: "y" })).toBeUndefined();
  expect(pathProblem(provider, { path: "x".repeat(998), field: "yz" })).toContain("1,000");
});

describe("presets", () => {
  it.each(presets.map((preset) => [preset.name, preset] as const))("define %s with a valid example", (name, preset) => {
    const provider = providerNamed(name, definitionOf(preset));
    expect(presetOf(provider)).toBe(preset);
    expect(pathProblem(provider, pathIn(provider, `${name}:${preset.example}`))).toBeUndefined();
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      "aws",
      ["prod/a_b+=.@-c", "arn:aws:secretsmanager:eu:1:secret:a-b"],
      ["file:///x", "fileb://x", "http://x", "x,y", "{}"],
    ],
    ["az", ["my-vault#a-b"], ["@/etc/passwd#x", "v#@/etc/passwd", "evil.example/#x", "a=@x#y", "v#a/../b"]],
    ["gcloud", ["a_b-c", "projects/p/secrets/s"], ["a?x", "a/../b", "https://x", "a@1", "a%2fb"]],
    ["bw", ["Sales force#password", "x#totp"], ["x#attachment", "x#item", "x#exposed"]],
    [
      "op",
      ["a/b c/d", "a/b/c?attribute=otp", "a/b/key?ssh-format=openssh"],
      ["a/b/c?attribute=type", "a/../b", "a/b/c?x"],
    ],
    ["vault", ["kv/data/a b#c"], ["kv/../sys/seal#x", "./kv#x"]],
    ["pass", ["a/b c", "a.b", "...x"], [".", "..", "a/..", "./a", "a/./b"]],
    ["gopass", ["a/b"], ["a/../b", "."]],
    ["bws", ["be8e0ad8-d545#value"], ["a/b#value", "@x#value"]],
    ["doppler", ["A_B"], ["A/../B", "@x"]],
    ["infisical", ["A_B", "a/B"], ["A?x=y", "../A", "@x"]],
    [
      "vals",
      ["vault://kv/a#/b", "awssecrets://a/b?region=eu-west-1#/c", "azurekeyvault://my-vault/x"],
      ["file:///etc/passwd", "envsubst://$HOME", "sops://x", "httpjson://x", "vault://a?address=https://x#/b"],
    ],
    ["vals", ["op://a/b/c"], ["azurekeyvault://evil.example/x", "vault://a#/b+ref+file:///x", "vault://a#/b c", "x"]],
  ])("refuse what %s would interpret", (name, good, bad) => {
    const found = presets.find((preset) => preset.name === name);
    const provider = providerNamed(name, found ? definitionOf(found) : {});
    const problemOf = (target: string) => pathProblem(provider, pathIn(provider, `${name}:${target}`));
    expect(good.filter(problemOf)).toEqual([]);
    expect(bad.filter((target) => problemOf(target) === undefined)).toEqual([]);
  });

  it("put only plain paths into code", () => {
    const [preset] = presets.filter(({ name }) => name === "wincred");
    const provider = providerNamed("wincred", preset ? definitionOf(preset) : {});
    for (const target of ["a'b", "$(x)", "a;b", "`x", "a\u2019b"])
      expect(pathProblem(provider, { path: target })).toContain("code");
  });
});
