import { existsSync, fstatSync, readFileSync } from "node:fs";
import type { Credential, SignInField, SignInMethod, Values } from "../../core/service/signIn/method.js";
import { fieldsKept, SIGN_IN_METHODS } from "../../core/service/signIn/table.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { EXITS, misuse, Stop } from "../exits.js";
import type { Io } from "../io.js";
import type { ConnectOptions } from "./connection.js";
import { readSafeFile, repositoryOf } from "./safeFile.js";

/** What all variables of the command begin with. */
export const VARIABLES = "VAULTCONN_";

/** Where credentials are looked for. */
export interface CredentialLookup {
  /** What a tenant is signed in with, or sentences on what is missing. */
  of(tenant: Tenant): Credential | readonly string[];
}

/**
 * Prepares the lookup of credentials: in a file or a file descriptor that was named, then in the environment.
 * @param tenants all that were named: only a single one is given variables that do not name it.
 * @throws Stop
 */
export function credentialLookup(
  options: Pick<ConnectOptions, "credentials" | "credentialsFd">,
  tenants: readonly Tenant[],
  root: string,
  io: Pick<Io, "cwd" | "env">,
): CredentialLookup {
  const given = readGiven(options, tenants, root, io);
  return {
    of: (tenant) => {
      const fromGiven = given.get(tenant.host);
      const names = prefixesOf(tenant, tenants);
      const fromEnvironment = (field: SignInField) =>
        names.map((prefix) => io.env[prefix(field.name)]).find((value) => (value ?? "").trim() !== "");
      return signIn(tenant, (field) => (fromGiven ? fromGiven[field.name] : fromEnvironment(field)), {
        where: fromGiven ? "the credentials file" : "the environment",
        variable: (field) => (names.at(-1) ?? ((name) => name))(field.name),
      });
    },
  };
}

interface Naming {
  readonly where: string;
  readonly variable: (field: SignInField) => string;
}

function signIn(
  tenant: Tenant,
  valueOf: (field: SignInField) => string | undefined,
  { where, variable }: Naming,
): Credential | readonly string[] {
  const methods = SIGN_IN_METHODS.filter((method) => fieldsKept(method, "secret").every((field) => valueOf(field)));
  const [method, another] = methods;
  if (!method) {
    const wanted = SIGN_IN_METHODS.flatMap((known) => fieldsKept(known, "secret").map(variable));
    return [
      `Nothing to sign in to ${tenant.name} with: set ${wanted.slice(0, -1).join(", ")} or ${wanted.at(-1) ?? ""}, or give --credentials.`,
    ];
  }
  if (another)
    return [
      `${tenant.name} has several credentials in ${where}: leave one of them, since each is another way to sign in.`,
    ];
  return complete(method, tenant, valueOf, variable);
}

function complete(
  method: SignInMethod,
  tenant: Tenant,
  valueOf: (field: SignInField) => string | undefined,
  variable: (field: SignInField) => string,
): Credential | readonly string[] {
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

/** How the variables of a tenant are named: with its name at their end, and, where there is no other tenant, without. */
function prefixesOf(tenant: Tenant, tenants: readonly Tenant[]): readonly ((field: string) => string)[] {
  const suffix = `_${constant(tenant.name)}`;
  const isShared = tenants.some((other) => other !== tenant && constant(other.name) === constant(tenant.name));
  const named = isShared ? [] : [(field: string) => VARIABLES + constant(field) + suffix];
  return tenants.length === 1 ? [...named, (field) => VARIABLES + constant(field)] : named;
}

/** `clientSecret` and `Acme EU` as the names of variables are written. */
function constant(text: string): string {
  return text
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .replace(/[^A-Z\d]+/g, "_")
    .replace(/^_|_$/g, "");
}

function readGiven(
  { credentials: file, credentialsFd: descriptor }: Pick<ConnectOptions, "credentials" | "credentialsFd">,
  tenants: readonly Tenant[],
  root: string,
  { cwd }: Pick<Io, "cwd">,
): ReadonlyMap<string, Values> {
  if (file !== undefined && descriptor !== undefined)
    throw misuse("--credentials and --credentials-fd exclude each other: give one of them.");
  if (file !== undefined) {
    const notIn = repositoryOf(root, existsSync);
    return parse(readSafeFile(file, { what: "credentials file", cwd, notIn }), tenants);
  }
  return descriptor === undefined ? new Map() : parse(readDescriptor(descriptor), tenants);
}

function readDescriptor(given: string): string {
  if (!/^\d{1,6}$/.test(given)) throw misuse("--credentials-fd takes the number of a file descriptor, such as 3.");
  try {
    fstatSync(Number(given));
    return readFileSync(Number(given), "utf8");
  } catch {
    throw new Stop(EXITS.failed, `Nothing can be read from the file descriptor ${given}.`);
  }
}

/** Credentials by the tenants' hosts. Of what is wrong nothing is quoted. */
function parse(text: string, tenants: readonly Tenant[]): ReadonlyMap<string, Values> {
  const refuse = (why: string) => new Stop(EXITS.failed, `The credentials are not used: ${why}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse('they are not JSON such as {"acme.example.com": {"accessToken": "…"}}');
  }
  if (!isObject(value)) throw refuse("they are not an object with the tenants' hosts");
  const given = new Map<string, Values>();
  for (const [host, entry] of Object.entries(value)) {
    if (!isObject(entry) || Object.values(entry).some((field) => typeof field !== "string"))
      throw refuse(`what stands under ${host} is not an object with texts`);
    if (tenants.some((tenant) => tenant.host === host.toLowerCase())) given.set(host.toLowerCase(), entry as Values);
  }
  return given;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
