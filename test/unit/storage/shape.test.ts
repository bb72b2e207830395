import { expect, it } from "vitest";
import { isNumber, isOrigin, isString, listOf, optional, recordOf, shape } from "../../../client/core/storage/shape.js";

const isPush = shape({
  origin: isOrigin,
  time: isNumber,
  names: listOf(isString),
  values: optional(recordOf(isString)),
});

const push = { origin: "https://acme.example", time: 1, names: ["name"], values: { "env A": "digest" } };

it.each([
  ["has all properties", push, true],
  ["has a property of a later version", { ...push, later: true }, true],
  ["lacks an optional property", { ...push, values: undefined }, true],
  ["lacks a property", { ...push, names: undefined }, false],
  ["has an item of another type", { ...push, names: ["name", 1] }, false],
  ["has a value of another type", { ...push, values: { "env A": null } }, false],
  ["has an address that can't be parsed", { ...push, origin: "acme" }, false],
  ["has a number that isn't finite", { ...push, time: Infinity }, false],
  ["isn't an object", [push], false],
  ["is null", null, false],
])("validates what %s", (_, value, expected) => {
  expect(isPush(value)).toBe(expected);
});
