/**
 * The messages that the language client and the language server exchange beside those of LSP: names and types, nothing
 * else. Every message says who sends it, when and why. A client that isn't ours need not know any of them.
 */
import type { DocumentUri, Location, Range } from "vscode-languageserver";

/** What a client may put into `initializationOptions`: which of the server's own requests it answers. */
export interface InitializationOptions {
  readonly names?: boolean;
  readonly connections?: boolean;
  readonly places?: boolean;
  /**
   * The client's commands that fixes and completions may name: of those listed here the server uses
   * `vaultconn.storeSecret`, `vaultconn.addSecretProvider` and `editor.action.triggerSuggest`.
   */
  readonly commands?: readonly string[];
  /** The settings, for a client that can't answer `workspace/configuration`. */
  readonly settings?: Partial<Settings> & {
    readonly envFile?: string;
    /** The names of secret providers, or an object with one property for each. */
    readonly secretProviders?: readonly string[] | object;
  };
}

export type SeveritySetting = "off" | "hint" | "information" | "warning" | "error";

/** A section of the configuration. The server requests it for each file with a secret, and again after it changes. */
export const SETTINGS_SECTION = "vaultconn.diagnostics";

export interface Settings {
  /** Severity of `plain-text-secret`. */
  readonly plainTextSecret: SeveritySetting;
  /** Whether Git tracks the file, which the message about a secret mentions. */
  readonly tracked?: boolean | undefined;
}

/** The path of a workspace folder's `.env` file. The server requests it for each folder when it looks for variables. */
export const ENV_FILE_SETTING = "vaultconn.envFile";

/**
 * client → server, request. Sent before a push, and to show a file's state: what the file means, and whether it can be
 * pushed. A file that isn't open is read from disk. The reply is `InspectResult`, or null without such a file.
 */
export const INSPECT = "vaultconn/inspect";

export interface InspectParams {
  readonly uri: DocumentUri;
}

export interface InspectResult {
  /** Of the open document; null for a file on disk. */
  readonly version: number | null;
  readonly problems: ProblemCounts;
  readonly firstError?: Range;
  /** "none": there is no object at the root. */
  readonly shape: "full" | "bare" | "none";
  readonly id?: TextAt;
  readonly tenant?: TextAt;
  /** Number of the variant in the interface document's table; absent while none is chosen. */
  readonly variant?: number;
  /**
   * The body of the update as written, comments dropped, references unresolved. Names such as `__proto__` are
   * properties like any other. Only to be sent when there are no errors.
   */
  readonly request: UpdateRequest;
  /** Numbers of the update that JavaScript would round or write differently; absent where there are none. */
  readonly numbers?: readonly NumberAt[];
  /** Optional fields of the variant that the file leaves out. */
  readonly leftOut: readonly string[];
  readonly references: readonly ReferenceAt[];
}

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  readonly hints: number;
}

/**
 * client → server, request. Sent when a coding agent asks about setup files: their problems as the editor shows them, with
 * fixes, and what they mean. The reply is a `ValidateResult` for each file.
 */
export const VALIDATE = "vaultconn/validate";

export interface ValidateParams {
  readonly files: readonly {
    /** Of a file of the workspace; what it says is compared with the other files there. Empty for a text alone. */
    readonly uri: DocumentUri;
    readonly text: string;
  }[];
}

export interface ValidateResult {
  readonly problems: readonly FixableProblem[];
  readonly inspected: Omit<InspectResult, "version">;
}

/** A part of a text. Lines and columns are counted from 1, columns in UTF-16 units; the end is the first column after it. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Its texts never quote a value of the file. */
export interface FixableProblem extends TextRange {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code: string;
  readonly message: string;
  readonly fix?: {
    readonly title: string;
    /** Left out if they would repeat a value of the file. */
    readonly edits?: readonly (TextRange & { readonly newText: string })[];
  };
}

/** A text of the file with its place, quotes included. */
export interface TextAt {
  readonly value: string;
  readonly range: Range;
}

/** A number as it is written, with its place in the update, from the root down: `["setup", "retries"]`. */
export interface NumberAt {
  readonly property: readonly (string | number)[];
  readonly text: string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What an update sends: nothing but these two. */
export interface UpdateRequest {
  readonly name?: Json;
  readonly setup?: Json;
}

export type ReferenceKind = "env" | "secret" | "file" | "provider";

/** A reference with its place. */
export interface ReferenceAt {
  readonly kind: ReferenceKind;
  /** The name of the variable or secret, the path of the file, or a provider with its path: `op:Automation/key`. */
  readonly name: string;
  readonly range: Range;
  /** The property it stands in, from the root down: `["setup", "api_key"]`. */
  readonly property: readonly (string | number)[];
}

/**
 * server → client, request. Which names references can use: for completion, and to tell which references can't be
 * resolved. Names only, never values. Sent only to a client with `names` in its initialization options.
 */
export const NAMES = "vaultconn/names";

export interface NamesParams {
  readonly kind: ReferenceKind;
  /** The setup file that is being edited; paths are relative to it. */
  readonly uri: DocumentUri;
  /**
   * Answer only with those of these names that exist. Without it: every variable, secret and provider (by its name
   * alone), or the files a reference in this setup file may name.
   */
  readonly among?: readonly string[];
}

export interface NamesResult {
  /** Absent: the client can't say, so no reference of that kind is called unresolved. */
  readonly names?: readonly string[];
}

/**
 * The client's command that a fix for a secret in plain text runs: it stores the value under a name, and puts
 * `${secret:NAME}` in its place. For a reference to a secret that isn't stored, it asks for the value. Named only to a
 * client with the command in its initialization options.
 */
export const STORE_SECRET_COMMAND = "vaultconn.storeSecret";

/** The one argument of `vaultconn.storeSecret`, never the secret itself. */
export interface StoreSecretParams {
  /** The name to suggest, or the one that a reference has. */
  readonly name: string;
  /** Where the value stands, with its quotes; undefined where it is in no file. */
  readonly place?: Location;
  /** The value goes to a secret provider, which is asked for. */
  readonly toProvider?: boolean;
}

/**
 * The client's command that a fix for a reference to an unknown provider runs. Named only to a client with the command
 * in its initialization options.
 */
export const ADD_PROVIDER_COMMAND = "vaultconn.addSecretProvider";

/** The one argument of `vaultconn.addSecretProvider`. */
export interface AddProviderParams {
  /** The name that a reference has. */
  readonly name: string;
}

/**
 * client → server, notification. Sent when names may have come or gone: a secret
 * was stored or removed, a file appeared. The server asks again and rechecks.
 */
export const NAMES_CHANGED = "vaultconn/namesChanged";

/**
 * server → client, request. The connections the client knows of, without asking the service: for completion of `id` and
 * `tenant`, and for hovers. Sent only to a client with `connections` in its initialization options.
 */
export const CONNECTIONS = "vaultconn/connections";

export interface ConnectionsParams {
  /** Only the connections of this tenant, by host. */
  readonly tenant?: string;
  /** Only those whose id, name or application contains this text. */
  readonly query?: string;
  readonly id?: string;
}

export interface KnownConnection {
  readonly id: string;
  readonly name: string;
  /** The application, `app_id` of the record. */
  readonly app: string;
  readonly ready: boolean;
  /** The host of the tenant's base URL, with the port if there is one. */
  readonly tenant: string;
  readonly tenantName: string;
}

export interface ConnectionsResult {
  readonly connections: readonly KnownConnection[];
  /** Tenants, also those without a known connection. */
  readonly tenants: readonly KnownTenant[];
  /** There are more connections than these. */
  readonly incomplete: boolean;
}

interface KnownTenant {
  readonly host: string;
  readonly name: string;
}
