import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { APPLY, BEARER, UPDATE, opened } from "./support.js";

const WORDS = "is a placeholder; replace it with the real value.";

it.each(["<token>", "##SALESFORCE_KEY##", "${{ secrets.TOKEN }}", "op://Vault/Item/key"])(
  "refuses a placeholder behind each kind of reference: %s",
  async (value) => {
    const { service, repository, plan } = await opened();
    const providers = join(repository.outside, "providers.json");
    writeFileSync(join(repository.root, "value.txt"), value);
    const command = [process.execPath, "-e", `process.stdout.write(${JSON.stringify(value)})`, "${path}"];
    writeFileSync(providers, JSON.stringify({ team: { command } }), { mode: 0o600 });
    const given = { env: { VAULTCONN_SECRET_TOKEN: value, PLAIN: value } };
    for (const reference of ["${secret:TOKEN}", "${env:PLAIN}", "${file:../value.txt}"]) {
      repository.setup(0, { setup: { ...BEARER, token: reference } });
      await repository.ends(4, ["plan", "--out", plan], WORDS, given);
      await repository.ends(4, APPLY, WORDS, given);
    }
    repository.setup(0, { setup: { ...BEARER, token: "${team:x}" } });
    await repository.ends(2, ["plan", "--out", plan, "--providers", providers], "team", given);
    for (const args of [["apply", plan], APPLY])
      await repository.ends(4, [...args, "--providers", providers], WORDS, given);
    expect(service.requests.all(UPDATE)).toEqual([]);
  },
);
