import { createRequire } from "node:module";
import * as undici from "undici";
import { describe, expect, it } from "vitest";
import * as parts from "../../../client/core/service/transport/undici.js";
import manifest from "../../../package.json" with { type: "json" };

const { Pool, buildConnector } = parts as typeof undici;
const { version } = createRequire(import.meta.url)("undici/package.json") as { readonly version: string };

/** The client takes parts of undici from files that its documentation doesn't name. */
describe("the parts of undici that are loaded", () => {
  it("are those of the version in package.json", () => {
    expect(manifest.devDependencies.undici).toBe(version);
  });

  it("are those that its index exports", () => {
    expect(Pool).toBe(undici.Pool);
    expect(buildConnector).toBe(undici.buildConnector);
    expect(Pool.prototype).toBeInstanceOf(undici.Dispatcher);
    expect(Pool.prototype).toHaveProperty("connect", Reflect.get(undici.Dispatcher.prototype, "connect"));
  });
});
