import { readFileSync } from "node:fs";
import path from "node:path";
import { reasonOf } from "../../../server/src/cli/misuse.js";
import type { NetworkSettings } from "../../core/service/transport/network.js";
import { misuse } from "../exits.js";
import type { Io } from "../io.js";
import type { ConnectOptions } from "./shared.js";

/**
 * What the network needs: the usual variables, or what was named instead of them.
 * @throws Stop
 */
export function networkSettings(
  { proxy, ca }: Pick<ConnectOptions, "proxy" | "ca">,
  io: Pick<Io, "cwd" | "env">,
): NetworkSettings {
  if (proxy?.includes("@") === true)
    throw misuse("--proxy takes no user name and password, which every process could read: put them into HTTPS_PROXY.");
  return {
    environment: io.env,
    ...(proxy !== undefined && { proxy }),
    ...(ca !== undefined && { extraAuthorities: [authorities(ca, io.cwd)] }),
  };
}

function authorities(given: string, cwd: string): string {
  try {
    const text = readFileSync(path.resolve(cwd, given), "utf8");
    if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  } catch (error) {
    throw misuse(`The certificates "${given}" could not be read: ${reasonOf(error)}.`);
  }
  throw misuse(`"${given}" holds no certificate as PEM text.`);
}
