import { readFileSync } from "node:fs";
import tls from "node:tls";
import type { NetworkSettings } from "./network.js";

/**
 * The certificate authorities to trust. Naming any replaces Node's own list, so
 * the usual ones are named too.
 * @returns undefined where nothing is added: then Node, and VS Code with the
 * system's certificates, decide by themselves.
 */
export function authorities({ extraAuthorities = [], environment = process.env }: NetworkSettings): string[] | undefined {
  if (extraAuthorities.length === 0) return undefined;
  return [...tls.rootCertificates, ...fromEnvironment(environment["NODE_EXTRA_CA_CERTS"]), ...extraAuthorities];
}

function fromEnvironment(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node ignores a file it cannot read too, with a warning of its own.
    return [];
  }
}
