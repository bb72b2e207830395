import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { journalFolder } from "../../../client/cli/state/state.js";

import { type Repository, APPLY, opened } from "./support.js";

const MINE = "mine";

/** A repository with a link in it that leads to a file of someone's. */
async function withLink(linkIn: (repository: Repository) => string) {
  const { service, repository } = await opened(1);
  const target = join(repository.outside, "target");
  writeFileSync(target, MINE);
  const link = linkIn(repository);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
  return { service, repository, link, target };
}

it.each(["--out", "--summary"])("plan %s doesn't write through a link", async (option) => {
  const { repository, link, target } = await withLink(({ root }) => join(root, "report"));
  const { code, stderr } = await repository.cli(["plan", option, "report"]);
  expect([code, stderr]).toEqual([4, "\"report\" can't be written: it's a symbolic link. Nothing was sent.\n"]);
  expect(readFileSync(target, "utf8")).toBe(MINE);
  const other = await repository.cli(["plan", option, `${link}.md`]);
  expect(other).toMatchObject({ code: 2, stderr: "" });
});

it("sends nothing if the journal is a link", async () => {
  const { service, repository, target } = await withLink((made) =>
    join(journalFolder(made.root, { env: made.environment() }), "pushes-under-way.json.new"),
  );
  await repository.ends(4, APPLY, "0 applied, 1 not applied");
  expect(readFileSync(target, "utf8")).toBe(MINE);
  expect(service.requests.updates).toBe(0);
});

it("accepts files behind a link to the root", async () => {
  const { repository } = await opened();
  const file = repository.setup(0);
  const link = join(repository.outside, "link");
  symlinkSync(repository.root, link);
  await repository.ends(2, ["plan", join(link, file), "--out", repository.planFile]);
  expect((await repository.plan()).files).toMatchObject([{ file }]);
  await repository.ends(0, ["apply", repository.planFile]);
});

it.each(["the file", "its folder"])("refuses a plan if %s became a link", async (what) => {
  const { service, repository, plan } = await opened();
  const file = join(repository.root, repository.setup(0));
  await repository.ends(2, ["plan", "--out", plan]);
  const moved = what === "the file" ? file : dirname(file);
  renameSync(moved, join(repository.root, "elsewhere"));
  symlinkSync(join(repository.root, "elsewhere"), moved);
  await repository.ends(4, ["apply", plan], "is behind a symbolic link, and wasn't when it was planned.");
  expect(service.requests.updates).toBe(0);
});
