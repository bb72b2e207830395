import { readFileSync } from "node:fs";
import tls from "node:tls";
import type { buildConnector } from "undici";
import { certificateFault } from "../errors/codes.js";
import { codeOf } from "../errors/failure.js";
import type { NetworkSettings } from "./network.js";

/** Where Linux distributions keep the authorities the system trusts, in one file. */
const LINUX_FILES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/ssl/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
];

/**
 * The certificate authorities to trust. Naming any replaces Node's own list, so
 * the usual ones are named too.
 * @returns undefined where nothing is added: then Node decides by itself.
 */
function authorities({ extraAuthorities = [], environment = process.env }: NetworkSettings): string[] | undefined {
  if (extraAuthorities.length === 0) return undefined;
  return [...tls.rootCertificates, ...fromFile(environment["NODE_EXTRA_CA_CERTS"]), ...extraAuthorities];
}

/**
 * Connects with the authorities Node knows by itself. Where those do not know a
 * certificate, it is checked once more with the ones the system trusts as well,
 * as VS Code does for its own requests: by then nothing has been sent. They are
 * not read before that, for it takes a while on some systems.
 * @param make makes what connects and trusts these authorities.
 */
export function withSystemAuthorities(
  network: NetworkSettings,
  make: (ca: string[] | undefined) => buildConnector.connector,
): buildConnector.connector {
  let connect = make(authorities(network));
  let looked = false;
  const addSystem = () => {
    if (looked) return;
    looked = true;
    const system = systemAuthorities(network);
    if (system.length > 0)
      connect = make(authorities({ ...network, extraAuthorities: [...(network.extraAuthorities ?? []), ...system] }));
  };
  return (options, callback) => {
    const first = connect;
    first(options, (...result) => {
      const [error] = result;
      if (error && certificateFault(codeOf(error)) === "untrusted") addSystem();
      if (error && connect !== first) connect(options, callback);
      else callback(...result);
    });
  };
}

/** The authorities the system trusts, as far as this version of Node can tell: from 22.15 on everywhere, before on Linux. */
function systemAuthorities({
  systemCertificates = true,
  environment = process.env,
}: NetworkSettings): readonly string[] {
  if (!systemCertificates) return [];
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: "system") => string[] };
  const named = fromFile(environment["SSL_CERT_FILE"]);
  if (getCACertificates) return [...named, ...getCACertificates("system")];
  if (process.platform !== "linux" || named.length > 0) return named;
  return LINUX_FILES.map(fromFile).find(({ length }) => length > 0) ?? [];
}

function fromFile(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node ignores a file it cannot read too, with a warning of its own.
    return [];
  }
}
