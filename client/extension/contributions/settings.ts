/** A setting, or a property of one, in the words of the manifest. Its descriptions are English texts. */
interface SettingDeclaration {
  readonly scope: "application" | "resource";
  readonly default: unknown;
  readonly markdownDescription: string;
  readonly [keyword: string]: unknown;
}

/** The settings by group and name, in the order of the settings editor. `npm run generate` writes them into the manifest. */
export const SETTINGS = {
  tenants: {
    title: "Tenants",
    properties: {
      "vaultconn.tenants": {
        type: "array",
        scope: "application",
        default: [],
        markdownDescription:
          "Each tenant appears in the sidebar with its connections. To add one step by step, use [Add Tenant](command:vaultconn.addTenant). Don't put credentials here. Sign in instead: VS Code's secret storage keeps them. `#vaultconn.refreshAfterMinutes#` sets when connections are read again.",
        items: {
          type: "object",
          required: ["baseUrl"],
          additionalProperties: false,
          defaultSnippets: [{ body: { name: "$1", baseUrl: "https://$2/api/v2" } }],
          properties: {
            name: {
              type: "string",
              markdownDescription: "The tenant's name in the sidebar. If you leave it out, its host is shown.",
            },
            baseUrl: {
              type: "string",
              markdownDescription:
                "The address of the tenant's management interface, such as `https://acme.example.com/api/v2`. A host name is enough.",
            },
            authUrl: {
              type: "string",
              markdownDescription:
                "The address to request tokens from with client credentials or a private key, without `/oauth/token/`. If you leave it out, the origin of `baseUrl` is used.",
            },
            audience: {
              type: "string",
              markdownDescription:
                "The audience of tokens that are requested with client credentials or a private key. If you leave it out, `baseUrl` with a trailing slash is used.",
            },
            clientId: {
              type: "string",
              markdownDescription:
                "The ID of the client that requests tokens. You enter its secret or private key when you sign in. Don't put it here.",
            },
            assertionAlgorithm: {
              type: "string",
              enum: ["RS256", "PS256", "ES256"],
              markdownDescription:
                "The algorithm that signs the client's assertions when it signs in with a private key.",
            },
            assertionAudience: {
              type: "string",
              markdownDescription:
                "The audience of the client's assertions. If you leave it out, the address of the token endpoint is used.",
            },
            production: {
              type: "boolean",
              default: false,
              markdownDescription: "To push to this tenant, you also type the connection's name.",
            },
            readOnly: {
              type: "boolean",
              default: false,
              markdownDescription: "You can browse connections of this tenant, but you can't push to it.",
            },
            agentAccess: {
              type: "string",
              enum: ["none", "list"],
              default: "none",
              markdownDescription:
                "Whether coding agents may list the connections of this tenant: IDs, names, applications, readiness, and times. That doesn't let them see a credential or push.",
            },
            dashboardUrl: {
              type: "string",
              markdownDescription:
                "The address of a connection's page in your service's dashboard, for *Open in Browser*, such as `https://dashboard.example.com/connections/{id}`. `{id}` and `{app}` stand for the connection's ID and application. For a tenant, the part before the first of them is opened.",
            },
          },
        },
      },
      "vaultconn.refreshAfterMinutes": {
        type: "number",
        scope: "application",
        default: 15,
        minimum: 0,
        markdownDescription:
          "When the window regains focus, connections of `#vaultconn.tenants#` that were read more than this many minutes ago are read again. To turn this off, set `0`.",
      },
    },
  },
  setupFiles: {
    title: "Setup Files",
    properties: {
      "vaultconn.expiryWarningDays": {
        type: "number",
        scope: "resource",
        default: 30,
        minimum: 0,
        markdownDescription:
          "How many days before its end a credential is reported, if a setup file says when that is (`expires`), or a token that was pushed. To turn this off, set `0`.",
      },
      "vaultconn.diagnostics.plainTextSecret": {
        type: "string",
        scope: "resource",
        default: "hint",
        enum: ["off", "hint", "information", "warning", "error"],
        markdownDescription:
          "How to report a credential that's in a setup file as plain text, instead of as a reference such as `${secret:NAME}`. If you don't set it, it's a hint, or a warning in a file that Git tracks.",
        markdownEnumDescriptions: [
          "Don't report it.",
          "A faint hint under the value.",
          "An information message in the Problems panel.",
          "A warning in the Problems panel.",
          "An error in the Problems panel. It also stops a push.",
        ],
      },
    },
  },
  references: {
    title: "References",
    properties: {
      "vaultconn.envFile": {
        type: "string",
        scope: "resource",
        default: "",
        markdownDescription:
          "The `.env` file that `${env:NAME}` is looked up in if the environment doesn't have the variable: a path relative to the workspace folder, such as `.env` or `${workspaceFolder}/.env`, or in another one, such as `${workspaceFolder:api}/.env`. It's read only in trusted workspaces.",
      },
      "vaultconn.secretProviders": {
        type: "object",
        scope: "application",
        default: {},
        markdownDescription:
          "Programs that read secrets from where your team keeps them, by the name that setup files use: `${op:Automation/Salesforce/credential}`. They run only during a push, or when you compare, add, or store values. Only your user settings count: a workspace can't define a provider. [Add Secret Provider](command:vaultconn.addSecretProvider) adds one step by step.",
        propertyNames: {
          pattern: "^(?!(?:[Ee][Nn][Vv]|[Ss][Ee][Cc][Rr][Ee][Tt]|[Ff][Ii][Ll][Ee])$)[A-Za-z][A-Za-z0-9_-]{0,49}$",
        },
        additionalProperties: {
          type: "object",
          required: ["command"],
          additionalProperties: false,
          properties: {
            command: {
              type: "array",
              minItems: 2,
              items: { type: "string" },
              markdownDescription:
                'The program and its arguments, such as `["op", "read", "op://${path}"]`. No shell is used: `${path}` and `${field}` are replaced within an argument, which is never split. The program is a name on PATH or an absolute path.',
            },
            timeoutSeconds: {
              type: "number",
              minimum: 1,
              maximum: 600,
              default: 30,
              markdownDescription: "How many seconds the program may take, including the time you need to unlock it.",
            },
            output: {
              enum: ["text", "line", "json"],
              markdownDescription:
                "`text`: what the program prints is the value. `line`: its first line is, the default for `pass` and `gopass`. `json`: what follows `#` in a reference names a property of what it prints.",
            },
          },
        },
      },
    },
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly title: string; readonly properties: Readonly<Record<`vaultconn.${string}`, SettingDeclaration>> }
  >
>;

type Groups = typeof SETTINGS;
type Properties<Group extends keyof Groups = keyof Groups> = Group extends keyof Groups
  ? Groups[Group]["properties"]
  : never;
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type DefaultOf<Union, Name> =
  Union extends Readonly<Record<Name & PropertyKey, { readonly default: infer Value }>> ? Value : never;

export type SettingName = KeyOf<Properties>;

/** What a setting holds, by its default; of lists and objects nothing is known, since anything can be written there. */
export type SettingValue<Name extends SettingName> =
  DefaultOf<Properties, Name> extends number ? number : DefaultOf<Properties, Name> extends string ? string : unknown;
