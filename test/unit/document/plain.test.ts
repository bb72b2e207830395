import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRequest } from "../../../server/src/inspection/inspectDocument.js";
import { readSetupFile } from "../../../server/src/document/setupFile.js";

function request(text: string): string {
  return JSON.stringify(toRequest(readSetupFile(text)));
}

describe("what a push sends", () => {
  it.each([
    [
      '{"$schema": "s", "id": "i", "tenant": "t", "name": "n", "setup": {"type": "JWT"}}',
      '{"name":"n","setup":{"type":"JWT"}}',
    ],
    ['{"name": "n"}', '{"name":"n"}'],
    ['{"setup": {}}', '{"setup":{}}'],
    ['{"id": "i"}', "{}"],
    ["[]", "{}"],
    ["", "{}"],
    [
      '// c\n{"name": "n", /* c */ "setup": {"type": "JWT", "x": [1, 2,],},}',
      '{"name":"n","setup":{"type":"JWT","x":[1,2]}}',
    ],
    ['{"$schema": "s", "type": "BEARER", "token": "t"}', '{"setup":{"type":"BEARER","token":"t"}}'],
    ['{"token": "t", "type": "BEARER"}', '{"setup":{"token":"t","type":"BEARER"}}'],
    ['{"name": "a", "name": "b"}', '{"name":"b"}'],
    [
      '{"setup": {"type": "OAUTH_CODE", "__proto__": {"a": 1}, "constructor": {"__proto__": 2}}}',
      '{"setup":{"type":"OAUTH_CODE","__proto__":{"a":1},"constructor":{"__proto__":2}}}',
    ],
    ['{"setup": {"type": "BEARER", "token": "${env:A}$${b}"}}', '{"setup":{"type":"BEARER","token":"${env:A}$${b}"}}'],
  ])("of %s is %s", (text, sent) => {
    expect(request(text)).toBe(sent);
  });

  it("is the name and the setup as they are written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (setup) => {
        const text = JSON.stringify({ name: "n", setup });
        expect(request(text)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});
