import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { journalFolder } from "../../../client/cli/state/state.js";
import { changeRequests, endRequest, readRequests } from "../../../client/core/agents/reviewRequests.js";
import { startAgent } from "./process.js";
import { APPLY, BEARER, opened, Repository, SECRET } from "./support.js";

const folderOf = (repository: Repository) => journalFolder(repository.root, { env: repository.environment() });

it("asks for a review, and says later how it went, without sending or opening anything", async () => {
  const { service, repository } = await opened();
  const [first, second] = [repository.setup(0), repository.setup(1)];
  const { call } = await startAgent(repository, ["--allow-list"]);
  const ask = (paths: readonly string[], reason = "Adds the EU region.") => call("request_review", { paths, reason });
  const plan = async () => {
    const { files } = await call("plan", { paths: ["."] });
    return (files as readonly { readonly file: string; readonly review: string | null }[]).map((one) => [
      one.file,
      one.review,
    ]);
  };
  expect(await plan()).toEqual([first, second].sort().map((file) => [file, null]));
  expect(await ask([first, second, first])).toMatchObject({
    files: [first, second].sort().map((file) => ({ file, review: "waiting" })),
  });
  const folder = folderOf(repository);
  const stored = await readRequests(folder);
  expect(stored.map(({ file, reason }) => [file, reason])).toEqual(
    [first, second].sort().map((file) => [join(repository.root, file), "Adds the EU region."]),
  );
  // Asking again changes nothing, and neither does another reason.
  const written = () => statSync(join(folder, "review-requests.json"), { bigint: true }).mtimeNs;
  const before = written();
  await ask([first], "Now!");
  expect([await readRequests(folder), written()]).toEqual([stored, before]);
  expect(new Map((await plan()) as [string, string][])).toEqual(
    new Map([first, second].map((file) => [file, "waiting"])),
  );
  await endRequest(folder, join(repository.root, first), "dismissed");
  expect(await ask([first])).toMatchObject({ files: [{ file: first, review: "dismissed" }] });
  await repository.ends(0, [...APPLY, second]);
  expect(new Map((await plan()) as [string, string][])).toEqual(
    new Map([
      [first, "dismissed"],
      [second, "pushed"],
    ]),
  );
  repository.setup(0, { name: "Other", setup: BEARER });
  expect(new Map((await plan()) as [string, string][]).get(first)).toBe("changed");
  expect(await ask([first])).toMatchObject({ files: [{ review: "waiting" }] });
  expect(service.requests.updates).toBe(1);
});

it("keeps neither values of the files nor anything that's outside of the root", async () => {
  const repository = new Repository();
  repository.write("a.vaultconn.json", { setup: { type: "BEARER", token: SECRET } });
  writeFileSync(join(repository.outside, "b.vaultconn.json"), "{}");
  symlinkSync(join(repository.outside, "b.vaultconn.json"), join(repository.root, "link.vaultconn.json"));
  mkdirSync(join(repository.root, "empty"));
  const { call } = await startAgent(repository);
  const refused = [
    [{ paths: ["../outside/b.vaultconn.json"], reason: "x" }, "is outside of the workspace."],
    [{ paths: ["link.vaultconn.json"], reason: "x" }, "is outside of the workspace."],
    [{ paths: ["a.vaultconn.json", "none.vaultconn.json"], reason: "x" }, "There is no"],
    [{ paths: ["empty"], reason: "x" }, "No setup file is there."],
    [{ paths: ["a.vaultconn.json"], reason: "\u202e\u200b" }, '"reason" must be one sentence'],
    [{ paths: ["a.vaultconn.json"], reason: "x".repeat(201) }, '"reason" must be a string of at most 200 characters.'],
    [{ paths: ["a.vaultconn.json"] }, 'The input needs "reason".'],
    [{ paths: ["a.vaultconn.json"], reason: "x", push: true }, "The input has an unknown property."],
  ] as const;
  for (const [input, message] of refused) await expect(call("request_review", input), message).rejects.toThrow(message);
  const folder = folderOf(repository);
  expect(() => statSync(folder)).toThrow("ENOENT");
  await call("request_review", { paths: ["."], reason: `Uses ${SECRET}, and ${btoa(SECRET)}.` });
  const [file] = await readRequests(folder);
  expect(file?.reason).toBe("Uses [redacted], and [redacted].");
  repository.write("a.vaultconn.json", { setup: { type: "BEARER", token: `Bearer ${SECRET}\${secret:REST}` } });
  await call("request_review", { paths: ["a.vaultconn.json"], reason: `A Bearer token, ${SECRET}.` });
  expect(await readRequests(folder)).toMatchObject([{ reason: "A Bearer token, [redacted]." }]);
});

it("lets at most 50 files wait, however often an agent asks", async () => {
  const repository = new Repository();
  const names = Array.from({ length: 51 }, (_, at) => `${at}.vaultconn.json`);
  for (const name of names) repository.write(name, "{}");
  const { call } = await startAgent(repository);
  const ask = (paths: readonly string[]) => call("request_review", { paths, reason: "All of them." });
  const full = "At most 50 files can wait for a review.";
  await expect(ask(["."])).rejects.toThrow(full);
  await ask(names.slice(0, 50));
  for (let time = 0; time < 20; time++) await expect(ask(["50.vaultconn.json"])).rejects.toThrow(full);
  const folder = folderOf(repository);
  expect(await readRequests(folder)).toHaveLength(50);
  await endRequest(folder, join(repository.root, "0.vaultconn.json"), "dismissed");
  await ask(["50.vaultconn.json"]);
  expect((await readRequests(folder)).map(({ file }) => file)).toHaveLength(50);
});

it.each(["a link", "a folder that others can change"])("stores nothing through %s, and says so", async (what) => {
  const repository = new Repository();
  repository.write("a.vaultconn.json", "{}");
  const folder = folderOf(repository);
  const mine = join(repository.outside, "mine");
  writeFileSync(mine, "mine");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, what === "a link" ? 0o700 : 0o777);
  if (what === "a link") symlinkSync(mine, join(folder, "review-requests.json.new"));
  const { call } = await startAgent(repository);
  await expect(call("request_review", { paths: ["."], reason: "x" })).rejects.toThrow("couldn't be stored");
  expect(readFileSync(mine, "utf8")).toBe("mine");
  await expect(changeRequests(folder, () => [])).rejects.toThrow();
});
