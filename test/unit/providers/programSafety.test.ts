/** Programs of providers run only what the user has defined, with the path as one argument, and end with their call. */

import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readValue, type ProviderContext } from "../../../client/core/secrets/providers/readValue.js";
import { createProviderReader } from "../../../client/core/secrets/providers/reader.js";
import { createPrograms, providerNamed, resultOf } from "./fakePrograms.js";

const programs = await createPrograms({ VAULTCONN_SECRET_X: "canary-own-7731", APP_TOKEN: "canary-env-9917" });
await programs.add("echo-path", "process.stdout.write(process.argv.slice(2).join('|') + '\\n')");
afterAll(() => programs.remove());

/** Reads a value by a command. @param more else of the definition, and of the context */
function readFrom(
  command: readonly string[],
  target: string,
  more: Partial<ProviderContext> & { readonly timeoutSeconds?: number } = {},
) {
  const { timeoutSeconds, ...changed } = more;
  const provider = providerNamed("p", { command, ...(timeoutSeconds !== undefined && { timeoutSeconds }) });
  return readValue(provider, `p:${target}`, { ...programs.context, ...changed });
}

describe.skipIf(process.platform === "win32")("paths that try to run something else", () => {
  it.each([
    ...['a "quoted" b', "it's", "$(touch pwned)", "&& touch pwned", "| cat /etc/passwd", "%PATH%", "^&", "~root", "*"],
    ...["../../etc/passwd", "$HOME", "\\", "ünï ☃ 名前", "\u202egnp", "x".repeat(1000), "😀".repeat(1000)],
  ])("reach the program as one argument: %s", async (target) => {
    expect(resultOf(await readFrom(["echo-path", "${path}"], target))).toBe(target);
  });

  it.each([
    ["-rf", "-rf"],
    ["a line break", "a\nb"],
    ["NUL", "a\0b"],
    ["an escape", "\u001b[2J"],
    ["1,001 characters", "x".repeat(1001)],
  ])("start nothing with %s", async (_, target) => {
    const reading = await readFrom(["echo-path", "${path}"], target);
    expect(resultOf(reading)).toBe("<bad-path>");
    expect(reading.ok ? "" : reading.fault.text.length).toBeLessThan(700);
  });

  it.each([
    ...[
      "sh -c|echo ${path}",
      "timeout 20 sh -c|x ${path}",
      "env -i /bin/bash -c|x ${path}",
      "nice busybox sh -c|${path}",
    ],
    ...[
      "xargs -I{} zsh -c|x ${path}",
      "sudo -u x python3.12 -c|print('${path}')",
      "node -e|x('${path}')",
      "awk|${path}",
    ],
    ...[
      "docker exec c sh -c|x ${path}",
      "ssh host|get ${path}",
      "cmd.exe /c|type ${path}",
      "pwsh -Command|Get ${path}",
    ],
    ...["nix-shell --run|x ${path}", "script -qc|x ${path}", "su x -c|get ${path}", "perl -e|print q(${path})"],
    ...["busybox.static sh -c|x ${path}", "any --run|get ${path} now", "timeout 20 C:\\Git\\bash.exe -c|x ${path}"],
  ])("start no code with %s", async (command) => {
    const [words = "", code = ""] = command.split("|");
    for (const target of ["$(id)", "'; id; '", "`id`", "a|b", "a\\b", 'a"b', "a --out=b"]) {
      const reading = await readFrom([...words.split(" "), code], target);
      expect(resultOf(reading), target).toBe("<bad-path>");
    }
  });

  it("reach a program unchanged if its arguments only look like an interpreter's", async () => {
    expect(resultOf(await readFrom(["echo-path", "--bash-like", "${path}", "sh"], "$(id)"))).toContain("$(id)");
  });
});

describe.skipIf(process.platform === "win32")("programs that misbehave", () => {
  const HANG = "setInterval(() => {}, 1000)";
  const CHILD =
    "require('child_process').spawn('sleep', ['20'], {stdio: 'inherit'}).unref(); process.stdout.write('value', () => process.exit())";

  it.each<[string, string, string]>([
    ["hangs", HANG, "<timed-out>"],
    ["ignores SIGTERM", `process.on('SIGTERM', () => {}); ${HANG}`, "<timed-out>"],
    ["prints forever", "const f = () => process.stdout.write('x'.repeat(65536), f); f()", "<too-large>"],
    ["prints 64 KB and one byte", "process.stdout.write('x'.repeat(65537))", "<too-large>"],
    ["prints errors forever", "const f = () => process.stderr.write('x'.repeat(65536), f); f()", "<timed-out>"],
    ["prints nothing", "", "<empty>"],
    ["prints a line break", "console.log()", "<empty>"],
    ["prints NUL", "process.stdout.write('a\\0b')", "<not-text>"],
    ["prints other bytes", "process.stdout.write(Buffer.from([0xff, 0xfe, 0x41]))", "<not-text>"],
    ["fails", "process.exitCode = 3", "<failed>"],
    ["ends by a signal", "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 9)", "<failed>"],
    ["reads a terminal", "require('fs').readFileSync('/dev/tty')", "<failed>"],
    ["reads input", "process.stdout.write('[' + require('fs').readFileSync(0, 'utf8') + ']')", "[]"],
    ["prints two line breaks", "process.stdout.write('a\\n\\n')", "a"],
    ["prints a Windows line break", "process.stdout.write('a\\r\\n')", "a"],
    ["tells an error and succeeds", "console.error('Error: none')", "<empty>"],
    ["runs a shell that finds no program", "console.error('sh: x: not found'); process.exitCode = 127", "<failed>"],
    ["leaves a child with its output", CHILD, "value"],
  ])("that %s", async (_, script, expected) => {
    await programs.add("hostile", script);
    const given = expected === "<timed-out>" ? { timeoutSeconds: 1 } : {};
    expect(resultOf(await readFrom(["hostile", "${path}"], "x", given))).toBe(expected);
  });

  it.each(["takes too long", "is canceled"])("that forks and %s is ended with its children", async (how) => {
    const mark = path.join(programs.folder, how);
    await programs.add(
      "forks",
      `const c = require('child_process').spawn('sleep', ['300'], {stdio: 'inherit'});
       require('fs').writeFileSync(${JSON.stringify(mark)}, String(c.pid)); ${HANG}`,
    );
    const abort = new AbortController();
    const isCanceled = how === "is canceled";
    const provider = providerNamed("p", { command: ["forks", "${path}"], timeoutSeconds: isCanceled ? 60 : 1 });
    const reading = readValue(provider, "p:x", programs.context, abort.signal);
    await expect.poll(async () => Number(await readFile(mark, "utf8").catch(() => "0"))).toBeGreaterThan(0);
    if (isCanceled) abort.abort();
    expect(resultOf(await reading)).toBe(isCanceled ? "<cancelled>" : "<timed-out>");
    const stat = `/proc/${await readFile(mark, "utf8")}/stat`;
    await expect
      .poll(async () => (await readFile(stat, "utf8").catch(() => "")).split(" ")[2] ?? "gone")
      .toMatch(/gone|Z/);
  });

  it.each([
    ...[
      "hunter2",
      'password: "correcthorse"',
      "AKIAIOSFODNN7EXAMPLE",
      "https://user:pa55word@host/x",
      '{"value":"x y"}',
    ],
    ...["+ curl -u user:hunter2", "Fehler: geheim", "aHVudGVyMg==", "\u001b[31mhunter2\u001b[0m", "not found: hunter2"],
  ])("have no output shown: %s", async (words) => {
    await programs.add("hostile", `console.error(${JSON.stringify(words)}); process.exitCode = 3`);
    const reading = await readFrom(["hostile", "--token=abc", "${path}"], "x");
    expect(reading.ok ? "" : reading.fault.text).toBe(
      words.startsWith("not found")
        ? "${p:x} doesn't exist in p. Correct the path."
        : "${p:x} can't be read: hostile failed with exit code 3. To see why, run the command of p in a terminal.",
    );
  });

  it("tell the signal that ended them", async () => {
    await programs.add("hostile", "process.kill(process.pid, 'SIGKILL')");
    const reading = await readFrom(["hostile", "${path}"], "x");
    expect(reading.ok ? "" : reading.fault.text).toContain("${p:x} can't be read: hostile was ended by SIGKILL. ");
  });

  it("get no variables of the command, but the user's and the home folder", async () => {
    await programs.add("env", "console.log(JSON.stringify([process.cwd(), process.env]))");
    const reading = await readFrom([path.join(programs.bin, "env"), "${path}"], "x");
    const [cwd, env] = JSON.parse(resultOf(reading)) as [string, Record<string, string>];
    expect(cwd).toBe(programs.context.home);
    expect(env).toMatchObject({ USER: "someone", HOME: programs.context.home, LANGUAGE: "en" });
    expect(JSON.stringify(env)).not.toContain("canary-own");
  });
});

describe.skipIf(process.platform === "win32")("programs that aren't found", () => {
  it("aren't found by a provider's program either", async () => {
    const { workspace, context, bin } = programs;
    await programs.add("path", "process.stdout.write(process.env.PATH)");
    const nodes = path.dirname(process.execPath);
    const PATH = [workspace, ".", path.join(workspace, "bin"), "", bin, "bin", nodes].join(path.delimiter);
    const reading = await readFrom(["path", "${path}"], "x", { env: { ...context.env, PATH } });
    expect(resultOf(reading)).toBe([bin, nodes].join(path.delimiter));
  });

  it("are in the workspace, by PATH, a link, or a relative entry", async () => {
    const { workspace, context, folder } = programs;
    await programs.add("planted", "console.log('planted')", workspace);
    const linked = path.join(folder, "linked");
    await symlink(workspace, linked);
    await symlink(path.join(workspace, "planted"), path.join(programs.bin, "planted"));
    const elsewhere = path.join(folder, "elsewhere");
    await mkdir(elsewhere);
    await programs.add("planted", "console.log('planted')", elsewhere);
    const relative = path.relative(process.cwd(), elsewhere);
    for (const first of [workspace, linked, ".", "", "./", relative, programs.bin]) {
      const env = { ...context.env, PATH: `${first}${path.delimiter}${path.dirname(process.execPath)}` };
      const reading = await readFrom(["planted", "${path}"], "x", { env });
      expect(resultOf(reading), first).toMatch(/^<(?:in-workspace|not-installed)>$/);
    }
  });

  it("were replaced by a link into the workspace", async () => {
    await programs.add("replaced", "console.log('good')");
    expect(resultOf(await readFrom(["replaced", "${path}"], "x"))).toBe("good");
    await programs.add("evil", "console.log('evil')", programs.workspace);
    const replaced = path.join(programs.bin, "replaced");
    await rename(replaced, `${replaced}.old`);
    await symlink(path.join(programs.workspace, "evil"), replaced);
    expect(resultOf(await readFrom(["replaced", "${path}"], "x"))).toBe("<in-workspace>");
  });

  it.each(["a folder", "a submodule"])("are in the repository that the workspace is %s of", async (what) => {
    const { workspace, context } = programs;
    const [bin, folder] = [path.join(workspace, "node_modules", ".bin"), path.join(workspace, "nested", what)];
    for (const made of [path.join(workspace, ".git"), bin, folder]) await mkdir(made, { recursive: true });
    if (what === "a submodule") await writeFile(path.join(folder, ".git"), "gitdir: ../../.git/modules/x");
    await programs.add("inside", "console.log('planted')", bin);
    const inside = path.join(bin, "inside");
    const given = {
      workspaceFolders: [folder],
      env: { ...context.env, PATH: [bin, programs.bin].join(path.delimiter) },
    };
    for (const command of [["inside"], [inside], ["timeout", "20", inside], ["sh", inside], ["env", "inside", "get"]]) {
      const reading = await readFrom([...command, "${path}"], "x", given);
      expect(resultOf(reading)).toBe("<in-workspace>");
      expect(reading.ok ? "" : reading.fault.text).toContain(`${inside} is in the repository, so it isn't run.`);
    }
    await programs.add("inside", "console.log('outside')");
    given.env.PATH += path.delimiter + context.env.PATH;
    expect(resultOf(await readFrom(["inside", "${path}"], "x", given))).toBe("outside");
    await rm(path.join(programs.bin, "inside"));
  });

  it("are folders, or files that can't be executed", async () => {
    await writeFile(path.join(programs.bin, "plain"), "x");
    expect(resultOf(await readFrom(["plain", "${path}"], "x"))).toBe("<not-installed>");
    expect(resultOf(await readFrom([programs.bin, "${path}"], "x"))).toBe("<not-installed>");
  });
});

describe.skipIf(process.platform === "win32")("programs that can't be started", () => {
  it.each([
    ["get more arguments than the system takes", ["echo-path", "x".repeat(3_000_000)], {}],
    ["start in a home that doesn't exist", ["echo-path"], { home: path.join(programs.folder, "none") }],
    ["have no interpreter", ["broken"], {}],
  ])("%s", async (_, command, changed) => {
    await writeFile(path.join(programs.bin, "broken"), "#!/no/such/interpreter\n", { mode: 0o755 });
    expect(resultOf(await readFrom([...command, "${path}"], "x", changed))).toBe("<not-started>");
  });
});

it.each(["constructor", "x"])("runs nothing for a provider that isn't defined: %s", async (name) => {
  expect(resultOf(await createProviderReader(new Map(), programs.context)(`${name}:x`))).toBe("<not-defined>");
});
