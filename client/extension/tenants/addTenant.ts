import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Services } from "../services.js";
import { canChangeTenants, writeTenant } from "./settings.js";
import { secretOf, setCredential } from "./credentials.js";
import { type ChoiceStep, runSteps, type Step, type TextStep } from "../ui/steps.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { parseBaseUrl } from "../../core/service/origin.js";
import type { SignInField, SignInMethod } from "../../core/service/signIn/method.js";
import { fieldsKept, methodFor, methodOf, SIGN_IN_METHODS } from "../../core/service/signIn/table.js";
import { readEntry } from "../../core/tenants/entry.js";
import type { Tenant } from "../../core/tenants/tenant.js";

export async function addTenant(services: Services): Promise<void> {
  if (!canChangeTenants()) return;
  const answers: TenantAnswers = {
    address: "",
    name: "",
    production: false,
    readOnly: false,
    method: methodFor({}),
    signIn: {},
  };
  const steps = () => [
    addressStep(answers, (origin) => services.sessions.withOrigin(origin)?.tenant),
    nameStep(answers),
    marksStep(answers),
    ...signInSteps(answers),
  ];
  if (!(await runSteps(l10n.t("Add a tenant"), steps))) return;
  const tenant = tenantFrom(answers);
  if (!tenant || !canChangeTenants()) return;
  await setCredential(services, tenant, secretOf(answers.method, answers.signIn, tenant));
  await writeTenant(tenant);
  await services.sessions.sync();
  await vscode.commands.executeCommand("vaultconn.connections.focus");
}

/** The answers so far. Text is kept as typed. */
export interface TenantAnswers {
  address: string;
  name: string;
  production: boolean;
  readOnly: boolean;
  /** Taken from the settings unchanged. */
  readonly agentAccess?: Tenant["agentAccess"] | undefined;
  method: SignInMethod;
  /** The answers about signing in, by the field names of the methods. */
  signIn: Record<string, string | undefined>;
}

export function answersOf(tenant: Tenant): TenantAnswers {
  const { baseUrl: address, name, production, readOnly, agentAccess, signIn } = tenant;
  return { address, name, production, readOnly, agentAccess, method: methodFor(signIn), signIn: { ...signIn } };
}

/** The tenant that the answers describe; undefined if the address isn't valid. */
export function tenantFrom(answers: TenantAnswers): Tenant | undefined {
  const { address: baseUrl, method, signIn, ...flags } = answers;
  const settings = fieldsKept(method, "settings").map(({ name: field }) => [field, signIn[field]?.trim()] as const);
  const parsed = readEntry({ ...flags, baseUrl, ...Object.fromEntries(settings.filter(([, text]) => text)) });
  return parsed.ok ? parsed.value : undefined;
}

/** @param known finds another tenant at an origin. Credentials are stored by origin, so there can be only one. */
export function addressStep(answers: TenantAnswers, known: (origin: string) => Tenant | undefined): TextStep {
  return {
    kind: "text",
    prompt: l10n.t("The tenant's address, such as https://acme.example.com/api/v2. A host name is enough."),
    placeholder: "acme.example.com",
    value: answers.address,
    check: (text) => {
      const parsed = parseBaseUrl(text);
      if (!parsed.ok) return parsed.problem;
      const other = known(parsed.value.origin);
      return (
        other &&
        l10n.t(
          "{0} already has this address. Edit that tenant instead, or enter another address.",
          sanitizeText(other.name),
        )
      );
    },
    accept: (text) => (answers.address = text),
  };
}

/** Asks for the tenant's display name. The default is its host. */
export function nameStep(answers: TenantAnswers): TextStep {
  return {
    kind: "text",
    prompt: l10n.t("The name in the sidebar."),
    placeholder: l10n.t("Acme production"),
    value: answers.name || (tenantFrom(answers)?.host ?? ""),
    check: (text) => (text.trim() ? undefined : l10n.t("Enter a name for the tenant.")),
    accept: (text) => (answers.name = text),
  };
}

/** Asks how to mark the tenant. Production confirms pushes twice; read-only refuses them. */
export function marksStep(answers: TenantAnswers): ChoiceStep {
  return {
    kind: "choice",
    prompt: l10n.t("Select what applies to the tenant, and then press Enter."),
    many: true,
    items: [
      {
        id: "production",
        label: l10n.t("Production"),
        detail: l10n.t("A push asks you twice before it sends anything."),
        chosen: answers.production,
      },
      {
        id: "readOnly",
        label: l10n.t("Read-only"),
        detail: l10n.t("You can browse connections, but you can't push."),
        chosen: answers.readOnly,
      },
    ],
    accept: (ids) => {
      answers.production = ids.includes("production");
      answers.readOnly = ids.includes("readOnly");
    },
  };
}

export function signInSteps(answers: TenantAnswers): readonly Step[] {
  const how: ChoiceStep = {
    kind: "choice",
    prompt: l10n.t("Choose how to sign in"),
    items: SIGN_IN_METHODS.map(({ kind, label, detail }) => ({
      id: kind,
      label: label(),
      detail: detail(),
      chosen: kind === answers.method.kind,
    })),
    accept: ([id]) => (answers.method = methodOf(id) ?? answers.method),
  };
  return [how, ...answers.method.fields.map((field) => stepFor(field, answers))];
}

function stepFor({ name, kept, prompt, placeholder, choices, file, check }: SignInField, answers: TenantAnswers): Step {
  const { signIn } = answers;
  const value = signIn[name] ?? "";
  if (choices)
    return {
      kind: "choice",
      prompt: prompt(),
      items: choices().map((choice) => ({ id: choice.value, ...choice, chosen: choice.value === value })),
      accept: ([id]) => (signIn[name] = id),
    };
  const tenant = tenantFrom({ ...answers, signIn: {} });
  return {
    kind: "text",
    prompt: prompt(),
    placeholder: (tenant && placeholder?.(tenant)) ?? "",
    password: kept === "secret",
    value,
    ...(file && { file: { title: file.title(), extensions: file.extensions } }),
    check: (text) => check(text, signIn),
    accept: (text) => (signIn[name] = text),
  };
}
