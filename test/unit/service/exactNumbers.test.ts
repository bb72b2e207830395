import { describe, expect, it } from "vitest";
import type { NumberAt } from "../../../server/protocol/messages.js";
import { serializeUpdate } from "../../../client/core/service/operations/update.js";

const setup = (values: object) => ({ setup: values });

describe("exact numbers", () => {
  it.each<[object, NumberAt[], string]>([
    [
      setup({ a: 12345678901234567890 }),
      [{ property: ["setup", "a"], text: "12345678901234567890" }],
      '{"setup":{"a":12345678901234567890}}',
    ],
    // A number beyond all bounds has become null on its way here.
    [setup({ a: [1, null] }), [{ property: ["setup", "a", 1], text: "1e400" }], '{"setup":{"a":[1,1e400]}}'],
    [
      setup({ a: { b: 0.1 }, c: 1 }),
      [
        { property: ["setup", "a", "b"], text: "0.1000000000000000055" },
        { property: ["setup", "c"], text: "1.0" },
      ],
      '{"setup":{"a":{"b":0.1000000000000000055},"c":1.0}}',
    ],
    [
      setup({ a: 1 }),
      [
        { property: ["setup", "b"], text: "2" },
        { property: ["setup", "toString"], text: "3" },
        { property: [], text: "4" },
      ],
      '{"setup":{"a":1}}',
    ],
  ])("%j", (value, numbers, text) => {
    const before = JSON.stringify(value);
    expect(serializeUpdate(value, numbers)).toBe(text);
    expect(JSON.stringify(value)).toBe(before);
  });
});
