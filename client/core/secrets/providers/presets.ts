import { presetTitles } from "../../../../schemas/providerTitles.js";
import { programName, startsOthers, wordsOf } from "./words.js";

/** Describes a program that stores secrets. Patterns match its standard error output, in lowercase. */
export interface Preset {
  /** The provider's suggested name. */
  readonly name: keyof typeof presetTitles;
  readonly command: readonly [program: string, ...args: string[]];
  readonly output?: "json" | "line";
  /** An example path, as in a reference after the provider's name. */
  readonly example: string;
  /** What a path and a field look like. The program would interpret others: as a file, an address, or an option. */
  readonly path?: RegExp;
  readonly field?: RegExp;
  /** The URL of installation instructions. */
  readonly install: string;
  /** The command that signs in, or the environment variable that does; undefined if reading unlocks it. */
  readonly signIn?: string | { readonly variable: string };
  readonly signedOut: RegExp;
  readonly missing: RegExp;
  readonly denied: RegExp;
  /** Replaces a word of the command to find out, without asking anyone, why it fails silently. */
  readonly probe?: readonly [word: string, by: string];
  /** Whether only one instance can run at a time. */
  readonly isSerial?: true;
  /** Whether it may ask for a fingerprint or password in its own window, so it gets more time. */
  readonly asks?: true;
  /** The output that means "no value" although the program succeeds. */
  readonly nothing?: string;
  readonly platforms?: readonly NodeJS.Platform[];
}

/** Time for the user to enter a fingerprint or password. */
const ASKING_SECONDS = 120;

const READ_CREDENTIAL =
  "$m = '[DllImport(\"advapi32.dll\", CharSet = CharSet.Unicode)] public static extern bool CredReadW(string t, int k, int f, out IntPtr c);'; " +
  "$a = Add-Type -MemberDefinition $m -Name Api -Namespace Credentials -PassThru; $c = [IntPtr]::Zero; " +
  "if (-not $a::CredReadW('${path}', 1, 0, [ref]$c)) { [Console]::Error.Write('Element not found.'); exit 44 } " +
  "$w = 16 + 2 * [IntPtr]::Size; $n = [Runtime.InteropServices.Marshal]::ReadInt32($c, $w); " +
  "$p = [Runtime.InteropServices.Marshal]::ReadIntPtr($c, $w + [IntPtr]::Size); " +
  "[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false); " +
  "[Console]::Out.Write([Runtime.InteropServices.Marshal]::PtrToStringUni($p, $n / 2))";

/** Stores that `vals` reads with your own settings. Others read files and variables, or ask an address in the path. */
const REMOTE =
  /^(?:azurekeyvault:\/\/[\w-]+\/|(?:vault|aws(?:secrets|ssm)|gcpsecrets|op|onepasswordconnect|doppler|conjur|hcpvaultsecrets|bw|yclockbox|keychain|scaleway|infisical|s3|gcs):\/\/)[\w./@:=-]*(?:\?(?:region|version(?:_id|_stage)?)=[\w-]+)?(?:#\/[\w./-]+)?$/;

/** GnuPG says this of a key that's locked, was canceled, or is elsewhere. */
const UNREAD_KEY =
  /decryption failed|no secret key|pinentry|inappropriate ioctl|operation cancell?ed|passphrase|gpg.agent/i;

const VAULT = {
  output: "json",
  example: "kv/data/salesforce#api_key",
  signedOut: /missing client token|invalid token|bad token|token (?:is )?expired/i,
  missing: /no value found at|no handler for route|unsupported path/i,
  denied: /permission denied/i,
} as const;

export const presets: readonly Preset[] = [
  {
    name: "op",
    command: ["op", "read", "--no-newline", "op://${path}"],
    example: "Automation/Salesforce/credential",
    path: /^[^?]*(?:\?(?:attribute=(?:otp|value)|ssh-format=openssh))?$/,
    install: "https://developer.1password.com/docs/cli/get-started",
    signIn: "op signin",
    signedOut:
      /not (?:currently )?signed in|no accounts? configured|no account found|authorization (?:prompt dismissed|denied|timeout)|session expired|\(401\)|connect(?:ing)? to (?:the )?(?:1Password |desktop )+app/i,
    missing:
      /isn't (?:an item|a vault|a field|a section)|could not find|no item found|does not have a field|invalid secret reference/i,
    denied: /forbidden|do(?:es)? not have (?:permission|access)|not authorized/i,
    asks: true,
  },
  {
    name: "vault",
    command: ["vault", "read", "-format=json", "-field=data", "${path}"],
    ...VAULT,
    install: "https://developer.hashicorp.com/vault/install",
    signIn: "vault login",
  },
  {
    name: "bao",
    command: ["bao", "read", "-format=json", "-field=data", "${path}"],
    ...VAULT,
    install: "https://openbao.org/docs/install",
    signIn: "bao login",
  },
  {
    name: "aws",
    command: [
      ...(["aws", "secretsmanager", "get-secret-value", "--secret-id", "${path}"] as const),
      ...["--query", "SecretString", "--output", "text"],
    ],
    output: "json",
    example: "prod/salesforce#api_key",
    path: /^(?!.*:\/\/)[\w/+=.@:-]+$/,
    install: "https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html",
    signIn: "aws sso login",
    signedOut:
      /Unable to locate credentials|ExpiredToken|Error loading SSO Token|SSO session .{1,200} (?:expired|invalid)|token .{1,200} (?:has )?expired|InvalidClientTokenId|UnrecognizedClient/i,
    missing: /ResourceNotFoundException/i,
    denied: /AccessDenied/i,
    nothing: "None",
  },
  {
    name: "az",
    command: [
      ...(["az", "keyvault", "secret", "show", "--vault-name", "${path}", "--name", "${field}"] as const),
      ...["--query", "value", "--output", "tsv"],
    ],
    example: "my-vault#salesforce-key",
    // The path becomes part of a host name.
    path: /^[\w-]+$/,
    field: /^[\w-]+$/,
    install: "https://learn.microsoft.com/cli/azure/install-azure-cli",
    signIn: "az login",
    signedOut: /az login|AADSTS\d+|no active accounts/i,
    missing: /SecretNotFound|was not found in this key vault/i,
    denied: /Forbidden/i,
  },
  {
    name: "gcloud",
    command: ["gcloud", "secrets", "versions", "access", "latest", "--secret=${path}", "--quiet"],
    output: "json",
    example: "salesforce-key",
    path: /^[\w./-]+$/,
    install: "https://cloud.google.com/sdk/docs/install",
    signIn: "gcloud auth login",
    signedOut:
      /gcloud auth login|active account selected|reauthentication|refreshing your current auth tokens|UNAUTHENTICATED/i,
    missing: /NOT_FOUND/i,
    denied: /PERMISSION_DENIED/i,
  },
  {
    name: "bw",
    command: ["bw", "--nointeraction", "get", "${field}", "${path}"],
    example: "Salesforce#password",
    field: /^(?:password|username|totp|notes|uri)$/,
    install: "https://bitwarden.com/help/cli",
    signIn: { variable: "BW_SESSION" },
    signedOut: /not logged in|vault is locked|master password/i,
    missing: /not found/i,
    denied: /not authorized|access denied/i,
    isSerial: true,
  },
  {
    name: "bws",
    command: ["bws", "secret", "get", "${path}", "--output", "json"],
    output: "json",
    example: "be8e0ad8-d545-4017-a55a-b02f014d4158#value",
    path: /^[\w-]+$/,
    install: "https://bitwarden.com/help/secrets-manager-cli",
    signIn: { variable: "BWS_ACCESS_TOKEN" },
    signedOut:
      /missing access token|access token is (?:not )?(?:in a |in)?valid|401 Unauthorized|is the wrong version/i,
    missing: /not found|404/i,
    denied: /forbidden|403/i,
  },
  {
    name: "pass",
    command: ["pass", "show", "${path}"],
    output: "line",
    example: "salesforce/api-key",
    install: "https://www.passwordstore.org",
    signedOut: UNREAD_KEY,
    missing: /is not in the password store|password store is empty/i,
    denied: /sneaky path/i,
    asks: true,
  },
  {
    name: "gopass",
    command: ["gopass", "show", "--password", "${path}"],
    output: "line",
    example: "salesforce/api-key",
    install: "https://www.gopass.pw",
    signedOut: UNREAD_KEY,
    missing: /not found|does not exist|not in the password store/i,
    denied: /permission denied/i,
    asks: true,
  },
  {
    name: "keychain",
    command: ["security", "find-generic-password", "-w", "-s", "${path}"],
    example: "salesforce",
    install: "https://support.apple.com/guide/keychain-access",
    signIn: "security unlock-keychain",
    signedOut: /interaction is not allowed|keychain is locked|user (?:name or passphrase|canceled)/i,
    missing: /could not be found in the keychain/i,
    denied: /authorization/i,
    asks: true,
    platforms: ["darwin"],
  },
  {
    name: "libsecret",
    command: ["secret-tool", "lookup", "service", "${path}"],
    example: "salesforce",
    install: "https://wiki.gnome.org/Projects/Libsecret",
    signedOut: /cannot autolaunch|not provided by any|prompt was dismissed|locked|could not connect/i,
    missing: /^\s*$/,
    denied: /access denied/i,
    probe: ["lookup", "search"],
    asks: true,
    platforms: ["linux", "freebsd", "openbsd"],
  },
  {
    name: "wincred",
    command: ["powershell", "-NoProfile", "-NonInteractive", "-Command", READ_CREDENTIAL],
    example: "salesforce",
    install: "https://learn.microsoft.com/powershell",
    signIn: "cmdkey /list",
    signedOut: /logon session/i,
    missing: /element not found/i,
    denied: /access is denied/i,
    platforms: ["win32"],
  },
  {
    name: "doppler",
    command: ["doppler", "secrets", "get", "${path}", "--plain"],
    example: "SALESFORCE_API_KEY",
    path: /^[\w.-]+$/,
    install: "https://docs.doppler.com/docs/install-cli",
    signIn: "doppler login",
    signedOut: /doppler login|must provide a token|invalid (?:auth|service) token/i,
    missing: /could not find (?:requested )?secret/i,
    denied: /do(?:es)? not have (?:access|permission)|forbidden/i,
  },
  {
    name: "infisical",
    command: ["infisical", "secrets", "get", "${path}", "--plain", "--silent"],
    example: "SALESFORCE_API_KEY",
    path: /^[\w./-]+$/,
    install: "https://infisical.com/docs/cli/overview",
    signIn: "infisical login",
    signedOut: /infisical login|not logged in|token (?:missing|expired|is invalid)|unauthorized/i,
    missing: /not found|does not exist|unable to find/i,
    denied: /forbidden|not allowed|permission/i,
    nothing: "*not found*",
  },
  {
    name: "vals",
    command: ["vals", "get", "ref+${path}"],
    example: "awssecrets://prod/salesforce#/api_key",
    path: REMOTE,
    install: "https://github.com/helmfile/vals",
    signIn: "vals env",
    signedOut:
      /unable to locate credentials|missing client token|could not find default credentials|az login|not (?:signed|logged) in/i,
    missing: /not ?found|no value found|no such/i,
    denied: /permission|access ?denied|forbidden/i,
  },
];

/** Finds the preset by program, whatever its arguments, also if another program starts it. */
export function presetOf({ command }: { readonly command: readonly string[] }): Preset | undefined {
  const [first = "", ...others] = wordsOf(command).map(programName);
  const named = (name: string) => presets.find((preset) => preset.command[0] === name);
  return (startsOthers(first) ? others.map(named).find(Boolean) : undefined) ?? named(first);
}

/** Returns a title such as "1Password", or the provider's name if there's no preset. */
export function titleOf(provider: { readonly name: string; readonly command: readonly string[] }): string {
  const preset = presetOf(provider);
  return preset ? presetTitles[preset.name] : provider.name;
}

/** Returns the definition of a preset for the setting. */
export function definitionOf({ command, output, asks }: Preset): Record<string, unknown> {
  return { command, ...(asks && { timeoutSeconds: ASKING_SECONDS }), ...(output && { output }) };
}
