import type { FileReading, SecretSources } from "../../../client/core/secrets/sources.js";
import type { Json, UpdateRequest } from "../../../server/protocol/messages.js";
import type { WrittenRequest } from "../../../client/core/secrets/resolve.js";

/** Values by name. A file is its text. */
export interface Values {
  readonly env?: Readonly<Record<string, string>>;
  readonly secret?: Readonly<Record<string, string>>;
  readonly file?: Readonly<Record<string, FileReading | string>>;
  readonly trusted?: boolean;
}

/** Sources that hold these values and count what they are asked for. */
export function sourcesOf({ env = {}, secret = {}, file = {}, trusted = true }: Values = {}): SecretSources & {
  readonly asked: string[];
} {
  const asked: string[] = [];
  const own = <Value>(values: Readonly<Record<string, Value>>, kind: string, name: string) => {
    asked.push(`${kind}:${name}`);
    return Object.hasOwn(values, name) ? values[name] : undefined;
  };
  return {
    asked,
    trusted,
    environment: (name) => own(env, "env", name),
    secret: (name) => Promise.resolve(own(secret, "secret", name)),
    file: (path) => {
      const found = own(file, "file", path);
      if (found === undefined) return Promise.resolve({ ok: false, fault: "not-found" });
      return Promise.resolve(typeof found === "string" ? { ok: true, text: found } : found);
    },
  };
}

/** What the language server says about a file with this setup. */
export function written(variant: number, setup: Json, name?: string): WrittenRequest {
  return { variant, request: { ...(name !== undefined && { name }), setup } };
}

/** A request read from JSON text, as it comes over the wire: names such as `__proto__` are its own. */
export function parsed(text: string): UpdateRequest {
  return JSON.parse(text) as UpdateRequest;
}
