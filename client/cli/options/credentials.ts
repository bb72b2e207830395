import { readFileSync } from "node:fs";
import type { Credential, SignInField, Values } from "../../core/service/signIn/method.js";
import { fieldsKept, SIGN_IN_METHODS } from "../../core/service/signIn/table.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { isObject, parseJson } from "../../core/text/json.js";
import { misuse, ExitError } from "../exits.js";
import type { Io } from "../io.js";
import type { ConnectOptions } from "./connection.js";
import { readSafeFile } from "./safeFile.js";

export const VARIABLES = "VAULTCONN_";

/**
 * Looks up credentials in the named file or file descriptor, then in the environment.
 * @param tenants all specified tenants: variables without a tenant's name apply only if there's one.
 * @returns a function that returns a tenant's credential, or sentences that say what's missing.
 * @throws ExitError
 */
export function credentialLookup(
  options: Pick<ConnectOptions, "credentials" | "credentialsFd">,
  tenants: readonly Tenant[],
  root: string,
  io: Pick<Io, "cwd" | "env">,
): (tenant: Tenant) => Credential | readonly string[] {
  const fromFile = readCredentialsFile(options, root, io);
  return (tenant) => {
    const names = prefixesOf(tenant, tenants);
    const variable = (field: SignInField) => (names.at(-1) ?? ((name) => name))(field.name);
    const values = fromFile.get(tenant.host);
    if (values) return signIn(tenant, ({ name }) => values[name], variable, "the credentials file");
    const inEnvironment = (field: SignInField) =>
      names.map((prefix) => io.env[prefix(field.name)]).find((value) => (value ?? "").trim() !== "");
    return signIn(tenant, inEnvironment, variable, "the environment");
  };
}

function signIn(
  tenant: Tenant,
  valueOf: (field: SignInField) => string | undefined,
  variable: (field: SignInField) => string,
  where: string,
): Credential | readonly string[] {
  const [method, another] = SIGN_IN_METHODS.filter((known) => fieldsKept(known, "secret").every(valueOf));
  if (!method) {
    const variables = SIGN_IN_METHODS.flatMap((known) => fieldsKept(known, "secret").map(variable));
    return [
      `No credentials for ${tenant.name}. Set ${variables.slice(0, -1).join(", ")}, or ${variables.at(-1) ?? ""}, or use --credentials.`,
    ];
  }
  if (another)
    return [
      `${tenant.name} has several credentials in ${where}. Keep only one, because each is a different way to sign in.`,
    ];
  const values: Record<string, string | undefined> = {};
  for (const field of method.fields) {
    const text = valueOf(field) ?? tenant.signIn[field.name];
    if (text !== undefined && text.trim() !== "") values[field.name] = field.clean?.(text) ?? text.trim();
  }
  const problems = method.fields.flatMap((field) => {
    const problem = field.check(values[field.name] ?? "", values);
    return problem === undefined ? [] : [`${tenant.name}, ${field.name} (${variable(field)}): ${problem}`];
  });
  return problems.length > 0 ? problems : { ...values, kind: method.kind };
}

/** Variables end with the tenant's name, which is optional if there's only one tenant. */
function prefixesOf(tenant: Tenant, tenants: readonly Tenant[]): readonly ((field: string) => string)[] {
  const suffix = `_${constant(tenant.name)}`;
  const isShared = tenants.some((other) => other !== tenant && constant(other.name) === constant(tenant.name));
  const named = isShared ? [] : [(field: string) => VARIABLES + constant(field) + suffix];
  return tenants.length === 1 ? [...named, (field) => VARIABLES + constant(field)] : named;
}

/** Converts `clientSecret` to `CLIENT_SECRET`, and `Acme EU` to `ACME_EU`. */
function constant(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

function readCredentialsFile(
  { credentials: file, credentialsFd: descriptor }: Pick<ConnectOptions, "credentials" | "credentialsFd">,
  root: string,
  { cwd }: Pick<Io, "cwd">,
): ReadonlyMap<string, Values> {
  if (file !== undefined && descriptor !== undefined) throw misuse("Use --credentials or --credentials-fd, not both.");
  if (file !== undefined) return parse(readSafeFile(file, { what: "credentials file", cwd, root }));
  if (descriptor === undefined) return new Map();
  if (!/^\d{1,6}$/.test(descriptor))
    throw misuse("--credentials-fd must be the number of a file descriptor, such as 3.");
  try {
    return parse(readFileSync(Number(descriptor), "utf8"));
  } catch (error) {
    if (error instanceof ExitError) throw error;
    throw new ExitError(`The file descriptor ${descriptor} can't be read.`);
  }
}

function parse(text: string): ReadonlyMap<string, Values> {
  const refuse = (why: string) => new ExitError(`The credentials can't be used: ${why}.`);
  const value = parseJson(text);
  if (value === undefined) throw refuse('they aren\'t JSON such as {"acme.example.com": {"accessToken": "…"}}');
  if (!isObject(value)) throw refuse("they aren't an object with the tenants' hosts as properties");
  return new Map(
    Object.entries(value).map(([host, entry]) => {
      if (!isObject(entry) || Object.values(entry).some((field) => typeof field !== "string"))
        throw refuse(`the value of ${host} isn't an object with strings`);
      return [host.toLowerCase(), entry as Values];
    }),
  );
}
