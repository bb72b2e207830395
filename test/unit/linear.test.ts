import { expect, it } from "vitest";
import { parseAuthUrl, parseBaseUrl } from "../../client/core/service/origin.js";
import { withoutFullStop } from "../../client/core/service/errorTexts.js";
import { parseText } from "../../server/src/document/jsonTree.js";
import { toMarkup } from "../../server/src/features/describe.js";
import { findMissingQuote } from "../../server/src/features/completion/outline.js";

const MANY = 100_000;
/** Only a search from each place takes so long: 6 s and more, where one pass takes milliseconds. */
const TIMEOUT_MS = 3000;

const slashes = `acme.example.com/${"/".repeat(MANY)}x`;
const spaces = `{"a: 1,${" ".repeat(MANY - 100)}x}`;

it.each([
  ["the address of a tenant", () => parseBaseUrl(slashes).ok, false],
  ["the address tokens come from", () => parseAuthUrl(slashes).ok, true],
  ["what a service says", () => withoutFullStop(`${" ".repeat(MANY)}x`).length, MANY + 1],
  ["a hover without Markdown", () => toMarkup([`\` ${"a ".repeat(MANY / 2)}b\``], []).value.length, MANY + 2],
  [
    "a line with a missing quote",
    () => {
      const { syntaxFault } = parseText(spaces);
      return syntaxFault && findMissingQuote(spaces, syntaxFault);
    },
    { offset: spaces.length - 1, opens: false },
  ],
])("handles a long input in linear time: %s", { timeout: TIMEOUT_MS }, (_, read, result) => {
  expect(read()).toEqual(result);
});
