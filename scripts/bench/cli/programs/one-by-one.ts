/** Reads setup files and the records they are for, one after the other with plain fetch: node one-by-one.mjs <folder> */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PER_PAGE = 100;

const [folder = "."] = process.argv.slice(2);
const { VAULTCONN_TENANT: baseUrl = "", VAULTCONN_ACCESS_TOKEN: token = "" } = process.env;

const records = new Map<string, { readonly fingerprint: string }>();
for (let page = 0; ; page++) {
  const answer = await fetch(`${baseUrl}/flows/vault/connections?page=${page}&per_page=${PER_PAGE}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const read = (await answer.json()) as { readonly id: string; readonly fingerprint: string }[];
  for (const record of read) records.set(record.id, record);
  if (read.length < PER_PAGE) break;
}
let found = 0;
for (const name of readdirSync(folder)) {
  if (!name.endsWith(".vaultconn.json")) continue;
  const { id } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { readonly id: string };
  if (records.has(id)) found++;
}
process.stdout.write(`${found}\n`);
