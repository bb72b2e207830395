import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../scripts/folders.js";

const FOLDER = join(ROOT, "test", "service", "certificates");

/** A certificate and its key in PEM form. */
export interface Tls {
  readonly key: string;
  /** The certificate, with those between it and the authority after it. */
  readonly cert: string;
  /** The protocols that it speaks, the first of them with any client that can. */
  readonly ALPNProtocols?: string[];
}

/** The authority that issued the certificates, as a file in PEM form. Only what is told to trust it does. */
export const AUTHORITY_FILE = join(FOLDER, "authority.pem");

/**
 * The certificates there are, made by certificates/create.sh. They are for 127.0.0.1 and localhost, except `tenants` (the
 * hosts of the example tenants) and `other-host`. The one called `namesake` is of another authority of the same name.
 */
export type CertificateName = "loopback" | "tenants" | "expired" | "not-yet-valid" | "other-host" | "namesake";

/** A certificate, with its key, for a server of the tests. */
export function certificate(name: CertificateName): Tls {
  return {
    cert: readFileSync(join(FOLDER, `${name}.pem`), "utf8"),
    key: readFileSync(join(FOLDER, "server.key"), "utf8"),
  };
}
