import { Option, type Command } from "commander";

/** What is told to every command that talks to a tenant. */
export interface ConnectOptions {
  readonly tenant?: string;
  readonly tenants?: string;
  readonly credentials?: string;
  readonly credentialsFd?: string;
  readonly root: string;
  readonly proxy?: string;
  readonly ca?: string;
}

/** What is told to commands that look references up. */
export interface SecretOptions {
  readonly secrets?: string;
}

const HEADING = "Tenants and sign-in:";

/** Adds where the files are and which tenants there are. */
export function withConnection(command: Command): Command {
  return command
    .addOption(new Option("--root <folder>", "the root of the files, with vaultconn.lock.json").default("."))
    .optionsGroup(HEADING)
    .addOption(new Option("--tenant <[name=]address>", "the tenant, instead of VAULTCONN_TENANT"))
    .addOption(new Option("--tenants <file>", "several tenants, as entries of the setting vaultconn.tenants"))
    .addOption(new Option("--credentials <file>", "credentials by host; outside the repository, mode 600"))
    .addOption(new Option("--credentials-fd <n>", "the same, read from a file descriptor"))
    .addOption(new Option("--proxy <address>", "a proxy, instead of HTTPS_PROXY and NO_PROXY"))
    .addOption(new Option("--ca <file>", "certificate authorities to trust as well (PEM)"))
    .optionsGroup("Options:");
}

/** Adds where `${secret:NAME}` comes from. */
export function withSecrets(command: Command): Command {
  return command.addOption(
    new Option(
      "--secrets <file>",
      "NAME=value lines for ${secret:NAME}, beside VAULTCONN_SECRET_NAME; outside the repository, mode 600",
    ),
  );
}

/** Collects an option that may be given several times. */
export function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
