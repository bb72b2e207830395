import type { Connection } from "../../../schemas/generated/connection.js";
import { FEATURED } from "./featured.js";
import { ACCOUNTS, APPLICATIONS, ENVIRONMENTS, PURPOSES, QUALIFIERS } from "./words.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const PREFIX = "ac_";
/** This many characters of an id carry the scrambled index, so that no two are alike. */
const INDEX_CHARACTERS = 5;
const FILLER_WORDS = 3;
const ID_SPACE = ALPHABET.length ** INDEX_CHARACTERS;
/** Shares no factor with ID_SPACE (whose primes are 2 and 31), so multiplying by it is a permutation. */
const MULTIPLIER = 387_420_489;
const SHIFT = 271_828_182;

const DAY = 86_400_000;
/** The sample records are younger than this, and most were changed not long ago. */
const OLDEST_CHANGE = 200 * DAY;
const LONGEST_UNCHANGED = 700 * DAY;
/** When the last sample record was changed, where no one says. */
export const LATEST_CHANGE = Date.UTC(2025, 5, 2, 9, 30);

/** One independent stream of pseudo-random numbers for each property of a record. */
const SALT = {
  application: 1,
  purpose: 2,
  qualifier: 3,
  ready: 4,
  created: 5,
  updated: 6,
  refreshed: 7,
  environment: 8,
  account: 9,
  fingerprint: 16,
  id: 32,
};

/**
 * The connection at an index (0 first) of the catalogue that never ends. The
 * same index gives the same record, in every process and on every machine.
 * @param latest the moment up to which records were changed, in milliseconds since the epoch.
 */
export function connectionAt(index: number, latest = LATEST_CHANGE): Connection {
  // Anyone who looks at samples should see minutes and hours as well as months.
  const age = OLDEST_CHANGE * (random(index, SALT.updated) / 2 ** 32) ** 4;
  const updated = Math.floor((latest - age) / 1000) * 1000 - 120_000;
  const created = updated - (random(index, SALT.created) % (LONGEST_UNCHANGED / 1000)) * 1000;
  return {
    id: idAt(index),
    ...(FEATURED[index] ?? describe(index)),
    created_at: new Date(created).toISOString(),
    updated_at: new Date(updated).toISOString(),
    ...(random(index, SALT.refreshed) % 4 === 0 ? { refreshed_at: new Date(updated + 60_000).toISOString() } : {}),
    fingerprint: fingerprintAt(index),
  };
}

/** The id of the connection at an index. */
export function idAt(index: number): string {
  let id = PREFIX + fiveCharacters((index * MULTIPLIER + SHIFT) % ID_SPACE);
  for (let i = 0; i < FILLER_WORDS; i++) id += fiveCharacters(random(index, SALT.id + i));
  return id;
}

/** The five lowest digits of a number, written in the alphabet. */
function fiveCharacters(value: number): string {
  let [text, rest] = ["", value];
  for (let i = 0; i < INDEX_CHARACTERS; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

function describe(index: number): (typeof FEATURED)[number] {
  const label = pick(APPLICATIONS, index, SALT.application);
  const name = [label, pick(PURPOSES, index, SALT.purpose), pick(QUALIFIERS, index, SALT.qualifier)]
    .join(" ")
    .trimEnd();
  return {
    app_id: label.toUpperCase().replace(" ", "_"),
    name,
    ready: random(index, SALT.ready) % 12 !== 0,
    ...(random(index, SALT.environment) % 3 === 0
      ? { environment: pick(ENVIRONMENTS, index, SALT.environment + 100) }
      : {}),
    ...(random(index, SALT.account) % 4 === 0 ? { account_name: pick(ACCOUNTS, index, SALT.account + 100) } : {}),
  };
}

function fingerprintAt(index: number): string {
  let text = "";
  for (let i = 0; i < 5; i++)
    text += random(index, SALT.fingerprint + i)
      .toString(16)
      .padStart(8, "0");
  return text;
}

function pick<T>(list: readonly T[], index: number, salt: number): T {
  const chosen = list[random(index, salt) % list.length];
  if (chosen === undefined) throw new Error("Nothing to pick from an empty list.");
  return chosen;
}

/** An unsigned 32-bit number that depends on both arguments alone (the final mix of MurmurHash3). */
function random(index: number, salt: number): number {
  let h = Math.imul(index, 0x9e37_79b1) ^ Math.imul(salt, 0x85eb_ca77);
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
