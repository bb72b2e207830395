/**
 * The custom messages between language client and language server, beyond LSP. Each comment says who sends the message,
 * when and why. Other clients don't need to support any of them.
 */
import type { DocumentUri, Location, Range } from "vscode-languageserver";
import type { ReferenceKind } from "../../schemas/references.js";

/** A request: its method, and the types of its parameters and its reply. */
export interface RequestType<Params, Result> {
  readonly method: string;
  /** For the compiler. Never set. */
  readonly types?: (params: Params) => Result;
}

/** A notification without parameters. */
export interface NotificationType {
  readonly method: string;
}

/** The `initializationOptions`: which of the server's custom requests the client answers, its commands and settings. */
export interface InitializationOptions {
  readonly names?: boolean;
  readonly connections?: boolean;
  readonly places?: boolean;
  /** Whether the client sends `workspace/didChangeWatchedFiles` without a registration. */
  readonly watches?: boolean;
  /**
   * The client's commands that fixes and completions may use. The server knows `vaultconn.storeSecret`,
   * `vaultconn.addSecretProvider` and `editor.action.triggerSuggest`.
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

/** A configuration section. The server requests it for each file with a secret or a date of its end, and again after it changes. */
export const SETTINGS_SECTION = "vaultconn.diagnostics";

export interface Settings {
  /** Severity of `plain-text-secret`. */
  readonly plainTextSecret: SeveritySetting;
  /** Whether Git tracks the file, which the message about a secret mentions. */
  readonly tracked?: boolean | undefined;
  /** Within how many days the end of a credential is reported; never, if 0. */
  readonly expiryWarningDays?: number | undefined;
}

/** The default of `expiryWarningDays`. */
export const EXPIRY_WARNING_DAYS = 30;

/** The path of a workspace folder's `.env` file. The server requests it for each folder when it looks for variables. */
export const ENV_FILE_SETTING = "vaultconn.envFile";

/**
 * client → server, request. Sent before a push and to show a file's state: what the file contains, and whether it can
 * be pushed. If the file isn't open, it's read from disk. The reply is null if there's no such file.
 */
export const InspectRequest: RequestType<InspectParams, InspectResult | null> = { method: "vaultconn/inspect" };

export interface InspectParams {
  readonly uri: DocumentUri;
}

export interface InspectResult {
  /** The version of the open document; null for a file on disk. */
  readonly version: number | null;
  /** How many errors the file has. */
  readonly errors: number;
  readonly firstError?: Range;
  /** "none": there is no object at the root. */
  readonly shape: "full" | "bare" | "none";
  readonly id?: TextAt;
  readonly tenant?: TextAt;
  /** The day on which the credential ends (RFC 3339, `full-date`); absent if the file has none, or no such day. */
  readonly expires?: TextAt;
  /** The variant's number in the interface document's table; absent if none is chosen. */
  readonly variant?: number;
  /**
   * Sentences about what this version doesn't know, without values, if all errors are inside `setup` and about which
   * types, properties, values, and limits exist. Then the file has no variant, so that all of its setup is secret.
   */
  readonly unknown?: readonly string[];
  /** The variant that a setup is nearest to of which this version doesn't know everything. Says nothing about secrets. */
  readonly nearest?: number;
  /**
   * The update's body as written, without comments, with unresolved references. Names such as `__proto__` are ordinary
   * properties. Must only be sent if there are no errors, or a person accepts what's `unknown`.
   */
  readonly request: UpdateRequest;
  /** Numbers in the update that JavaScript would round or write differently; absent if there are none. */
  readonly numbers?: readonly NumberAt[];
  /** Optional fields of the variant that the file leaves out. */
  readonly leftOut: readonly string[];
  readonly references: readonly ReferenceAt[];
}

/**
 * client → server, request. Sent when a coding agent asks about setup files, and to find a value in them: their contents, and the
 * problems that the editor shows, with fixes. The reply has one result for each file.
 */
export const ValidateRequest: RequestType<ValidateParams, readonly ValidateResult[]> = { method: "vaultconn/validate" };

export interface ValidateParams {
  readonly files: readonly {
    /**
     * The URI of a file in the workspace, which is compared with the other files there. Empty for a text without a
     * file.
     */
    readonly uri: DocumentUri;
    readonly text: string;
  }[];
}

export interface ValidateResult {
  readonly problems: readonly FixableProblem[];
  readonly inspected: Omit<InspectResult, "version">;
}

/** A range in a text. Lines and columns start at 1; columns count UTF-16 units; the end is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A problem with its fix. Its texts never quote a value of the file. */
export interface FixableProblem extends TextRange {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly code: string;
  readonly message: string;
  readonly fix?: {
    readonly title: string;
    /** Absent if they'd repeat a value of the file. */
    readonly edits?: readonly (TextRange & { readonly newText: string })[];
  };
}

/** A string in the file, with its range including quotes. */
export interface TextAt {
  readonly value: string;
  readonly range: Range;
}

/** A number as written, with its path from the root of the update: `["setup", "retries"]`. */
export interface NumberAt {
  readonly property: readonly (string | number)[];
  readonly text: string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The body of an update. It has no other properties. */
export interface UpdateRequest {
  readonly name?: Json;
  readonly setup?: Json;
}

/** A reference in a file. */
export interface ReferenceAt {
  readonly kind: ReferenceKind;
  /** The name of the variable or secret, the path of the file, or a provider with its path: `op:Automation/key`. */
  readonly name: string;
  readonly range: Range;
  /** The path of its property from the root: `["setup", "api_key"]`. */
  readonly property: readonly (string | number)[];
}

/**
 * server → client, request. Which names references can use: for completion, and to find references that can't be
 * resolved. Names only, never values. Sent only to a client with `names` in its initialization options.
 */
export const NamesRequest: RequestType<NamesParams, NamesResult> = { method: "vaultconn/names" };

export interface NamesParams {
  readonly kind: ReferenceKind;
  /** The edited setup file. Paths are relative to it. */
  readonly uri: DocumentUri;
  /**
   * Limits the reply to those of these names that exist. By default: every variable, secret or provider (only its
   * name), or the files that a reference in this setup file may name.
   */
  readonly among?: readonly string[];
}

export interface NamesResult {
  /** Absent if the client doesn't know. Then no reference of that kind is reported as unresolved. */
  readonly names?: readonly string[];
  /** For variables: why the `.env` file in the settings can't be used, as a sentence. */
  readonly problem?: string;
}

/**
 * The client's command that a fix for a plain-text secret runs: it stores the value under a name, and replaces it with
 * `${secret:NAME}`. For a reference to a secret that isn't stored, it asks for the value. Used only if the client lists
 * it in its initialization options.
 */
export const STORE_SECRET_COMMAND = "vaultconn.storeSecret";

/** The argument of `vaultconn.storeSecret`. It never contains the secret itself. */
export interface StoreSecretParams {
  /** The name to suggest, or the name in a reference. */
  readonly name: string;
  /** The location of the value, including its quotes; undefined if it isn't in a file. */
  readonly place?: Location;
  /** Whether to store the value in a secret provider, which the client asks for. */
  readonly toProvider?: boolean;
}

/**
 * The client's command that a fix for a reference to an unknown provider runs. Its argument is an object with the
 * provider's `name`. Used only if the client lists it in its initialization options.
 */
export const ADD_PROVIDER_COMMAND = "vaultconn.addSecretProvider";

/**
 * client → server, notification. Sent when names may have been added or removed, such as a stored secret or a file. The
 * server requests them again and rechecks.
 */
export const NamesChangedNotification: NotificationType = { method: "vaultconn/namesChanged" };

/**
 * server → client, request. The connections that the client has loaded: for completion of `id` and `tenant`, and for
 * hovers. The client sends no request to the service. Sent only to a client with `connections` in its initialization
 * options.
 */
export const ConnectionsRequest: RequestType<ConnectionsParams, ConnectionsResult> = {
  method: "vaultconn/connections",
};

export interface ConnectionsParams {
  /** Limits the reply to the connections of this tenant, by host. */
  readonly tenant?: string;
  /** Limits the reply to connections whose id, name or application contains this text. */
  readonly query?: string;
  readonly id?: string;
}

export interface KnownConnection {
  readonly id: string;
  readonly name: string;
  /** The application, `app_id` of the record. */
  readonly app: string;
  readonly ready: boolean;
  /** The host of the tenant's base URL, with its port if it has one. */
  readonly tenant: string;
  readonly tenantName: string;
}

export interface ConnectionsResult {
  readonly connections: readonly KnownConnection[];
  /** All tenants, including those without a loaded connection. */
  readonly tenants: readonly { readonly host: string; readonly name: string }[];
  /** Whether there are more connections than these. */
  readonly incomplete: boolean;
}
