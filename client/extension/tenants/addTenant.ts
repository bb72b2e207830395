import * as l10n from "@vscode/l10n";
import type { TenantServices } from "./tenantServices.js";
import { signInTrial, type TenantSignIn } from "./signInTrial.js";
import { canChangeTenants, writeTenant } from "./settings.js";
import { secretOf } from "./credentials.js";
import { setCredential } from "./setCredential.js";
import { type ChoiceStep, runSteps, type Step, type TextStep } from "../ui/steps.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { baseAddressIn, parseBaseUrl } from "../../core/service/origin.js";
import type { SignInField, SignInMethod } from "../../core/service/signIn/method.js";
import { fieldsKept, methodFor, methodOf, SIGN_IN_METHODS } from "../../core/service/signIn/signInMethods.js";
import { dashboardProblem } from "../../core/tenants/dashboard.js";
import { readEntry } from "../../core/tenants/entry.js";
import type { Tenant } from "../../core/tenants/tenant.js";

/** @param host what setup files call the tenant, if that's known. */
export async function addTenant(services: TenantServices, host = ""): Promise<void> {
  if (!canChangeTenants()) return;
  const answers: TenantAnswers = {
    address: host,
    name: "",
    production: false,
    readOnly: false,
    agentAccess: false,
    method: methodFor({}),
    signIn: {},
    isAdvanced: false,
  };
  const trial = signInTrial(services, () => signInOf(answers));
  const steps = () => [
    addressStep(answers, (origin) => services.sessions.withOrigin(origin)?.tenant, host),
    ...signInSteps(answers, trial, [nameStep(answers), marksStep(answers), dashboardStep(answers)]),
  ];
  if (!(await runSteps(l10n.t("Add a tenant"), steps))) return;
  const { tenant, secret } = signInOf(answers) ?? {};
  if (!tenant || !canChangeTenants()) return;
  await setCredential(services, tenant, secret);
  await writeTenant(tenant);
  await services.sessions.sync();
  const session = services.sessions.withOrigin(tenant.origin);
  if (session) await services.sidebar.revealTenant(session);
  trial.warn();
}

/** The answers so far. Text is kept as typed. */
export interface TenantAnswers {
  address: string;
  name: string;
  dashboardUrl?: string | undefined;
  production: boolean;
  readOnly: boolean;
  /** Whether coding agents may list the connections. */
  agentAccess: boolean;
  method: SignInMethod;
  /** The answers about signing in, by the field names of the methods. */
  signIn: Record<string, string | undefined>;
  /** Whether to ask for what nearly everyone leaves as it is. */
  isAdvanced: boolean;
}

export function answersOf(tenant: Tenant): TenantAnswers {
  const { baseUrl: address, name, production, readOnly, agentAccess, signIn, dashboardUrl } = tenant;
  return {
    ...{ address, name, dashboardUrl, production, readOnly, method: methodFor(signIn), signIn: { ...signIn } },
    agentAccess: agentAccess === "list",
    isAdvanced: false,
  };
}

/** The tenant that the answers describe; undefined if the address isn't valid. */
export function tenantFrom(answers: TenantAnswers): Tenant | undefined {
  const { address: baseUrl, method, signIn, agentAccess: list, ...flags } = answers;
  const agentAccess = list ? "list" : "none";
  const settings = fieldsKept(method, "settings").map(({ name: field }) => [field, signIn[field]?.trim()] as const);
  const parsed = readEntry({
    ...flags,
    agentAccess,
    baseUrl,
    ...Object.fromEntries(settings.filter(([, text]) => text)),
  });
  return parsed.ok ? parsed.value : undefined;
}

export function signInOf(answers: TenantAnswers): TenantSignIn | undefined {
  const tenant = tenantFrom(answers);
  return tenant && { tenant, secret: secretOf(answers.method, answers.signIn, tenant) };
}

/**
 * @param known finds another tenant at an origin. Credentials are stored by origin, so there can be only one.
 * @param host the host that setup files name, which may be anyone's.
 */
export function addressStep(
  answers: TenantAnswers,
  known: (origin: string) => Tenant | undefined,
  host = "",
): TextStep {
  return {
    kind: "text",
    prompt:
      host === ""
        ? l10n.t("The tenant's address, such as https://acme.example.com/api/v2. A host name is enough.")
        : l10n.t("The tenant's address. {0} is from a setup file. Make sure that it's yours: you sign in there.", host),
    placeholder: "acme.example.com",
    value: answers.address,
    check: (text) => {
      const parsed = parseBaseUrl(baseAddressIn(text));
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
    describe: (text) =>
      baseAddressIn(text) === text.trim()
        ? undefined
        : l10n.t("The address is {0}.", sanitizeText(baseAddressIn(text))),
    accept: (text) => (answers.address = baseAddressIn(text)),
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

export function dashboardStep(answers: TenantAnswers): TextStep {
  return {
    kind: "text",
    prompt: l10n.t(
      "The address of a connection's page in your service's dashboard, with {0} for its ID. To leave it out, press Enter.",
      "{id}",
    ),
    placeholder: "https://dashboard.example.com/connections/{id}",
    value: answers.dashboardUrl ?? "",
    check: dashboardProblem,
    accept: (text) => (answers.dashboardUrl = text),
  };
}

/** Asks how to mark the tenant. Production makes a person type a name to push; read-only refuses pushes. */
export function marksStep(answers: TenantAnswers, withAgents = false): ChoiceStep {
  const marks = [
    {
      id: "production",
      label: l10n.t("Production"),
      detail: l10n.t("To push, you also type the connection's name."),
    },
    { id: "readOnly", label: l10n.t("Read-only"), detail: l10n.t("You can browse connections, but you can't push.") },
    {
      id: "agentAccess",
      label: l10n.t("Listed for coding agents"),
      detail: l10n.t("Agents may list connections. That doesn't let them see a credential or push."),
    },
  ] as const;
  const offered = marks.filter(({ id }) => withAgents || id !== "agentAccess");
  return {
    kind: "choice",
    prompt: l10n.t("Select what applies to the tenant, and then press Enter."),
    many: true,
    items: offered.map((mark) => ({ ...mark, chosen: answers[mark.id] })),
    accept: (ids) => {
      for (const { id } of offered) answers[id] = ids.includes(id);
    },
  };
}

/**
 * Asks how to sign in, and signs in with the last answer before the flow ends.
 * @param more asked for with the advanced settings.
 */
export function signInSteps(
  answers: TenantAnswers,
  trial: ReturnType<typeof signInTrial>,
  more: readonly Step[] = [],
): readonly Step[] {
  const how: ChoiceStep = {
    kind: "choice",
    isFork: true,
    prompt: l10n.t("Choose how to sign in"),
    items: SIGN_IN_METHODS.map(({ kind, label, detail }) => ({
      id: kind,
      label: label(),
      detail: detail(),
      chosen: kind === answers.method.kind,
    })),
    accept: ([id]) => (answers.method = methodOf(id) ?? answers.method),
  };
  const { method, isAdvanced } = answers;
  const settings = (advanced: boolean) =>
    fieldsKept(method, "settings").flatMap((field) =>
      (field.isAdvanced === true) === advanced ? [stepFor(field, answers)] : [],
    );
  const advanced = [...more, ...settings(true)];
  const advance = () => {
    answers.isAdvanced = true;
  };
  const secret = {
    ...(!isAdvanced && advanced.length > 0 && { advanced: advance }),
    verify: (signal: AbortSignal) => trial.problem(signal),
  };
  const secrets = fieldsKept(method, "secret").map((field) => ({ ...stepFor(field, answers), ...secret }));
  return [how, ...settings(false), ...(isAdvanced ? advanced : []), ...secrets];
}

function stepFor(field: SignInField, answers: TenantAnswers): Step {
  const { name, kept, prompt, placeholder, choices, file, check, note, implied } = field;
  const { signIn, isAdvanced } = answers;
  const others = (text: string) => ({ ...signIn, ...(isAdvanced ? {} : implied?.(text, signIn)) });
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
    check: (text) => check(text, others(text)),
    ...(note && { describe: note }),
    accept: (text) => Object.assign(signIn, others(text), { [name]: text }),
  };
}
