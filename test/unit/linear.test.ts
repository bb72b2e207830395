import { expect, it } from "vitest";
import { baseAddressIn, parseAuthUrl, parseBaseUrl } from "../../client/core/service/origin.js";
import { clientSecretsIn, jsonWebTokensIn } from "../../client/core/text/pasted.js";
import { parseJson } from "../../client/core/text/json.js";
import { withoutFullStop } from "../../client/core/service/errorTexts.js";
import { toMarkup } from "../../server/src/features/describe.js";

const MANY = 100_000;
/** Only a search from each place takes so long: 6 s and more, where one pass takes milliseconds. */
const TIMEOUT_MS = 3000;

const brackets = `"\\${"[".repeat(3 * MANY)}`;
const slashes = `acme.example.com/${"/".repeat(MANY)}x`;

it.each([
  ["the address of a tenant", () => parseBaseUrl(slashes).ok, false],
  ["the address tokens come from", () => parseAuthUrl(slashes).ok, true],
  ["tokens in a pasted text", () => jsonWebTokensIn(`${"access_token=eyJ.".repeat(MANY)}"`), []],
  ["a pasted client secret", () => clientSecretsIn(`${"client_".repeat(MANY)}${" -u a".repeat(MANY)}`), []],
  [
    "a pasted address",
    () => baseAddressIn(`${"<".repeat(1000)}acme.example.com/api/v2${"/?".repeat(MANY)}\\`).length,
    201_024,
  ],
  ["an answer of brackets", () => parseJson("[".repeat(MANY * 100)), undefined],
  ["brackets in a string", () => parseJson(JSON.stringify([brackets])), [brackets]],
  ["what a service says", () => withoutFullStop(`${" ".repeat(MANY)}x`).length, MANY + 1],
  ["a hover without Markdown", () => toMarkup([`\` ${"a ".repeat(MANY / 2)}b\``], []).value.length, MANY + 2],
])("handles a long input in linear time: %s", { timeout: TIMEOUT_MS }, (_, read, result) => {
  expect(read()).toEqual(result);
});
