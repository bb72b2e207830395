import * as l10n from "@vscode/l10n";
import { isServiceError } from "../../core/service/errors/errors.js";
import { ruleOf, sentence } from "../../core/service/errorTable.js";
import { UPDATE_SCOPE } from "../../core/service/signIn/claims.js";
import { joinSentences } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { commandsFor, showMessage } from "../actions.js";
import type { TenantServices } from "./tenantServices.js";
import type { Credential } from "../../core/service/signIn/method.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { inBackground } from "../ui/inBackground.js";

export interface TenantSignIn {
  readonly tenant: Tenant;
  readonly secret: Credential;
}

/** Signs in with answers that aren't stored yet. */
export function signInTrial({ sessions }: Pick<TenantServices, "sessions">, answers: () => TenantSignIn | undefined) {
  /** What the user was told, and can ignore by pressing Enter again. */
  let told = "";
  let lacksUpdateScope = false;
  return {
    /** Returns why signing in fails. A failure that the credential didn't cause is returned once. */
    async problem(signal: AbortSignal): Promise<string | undefined> {
      const { tenant, secret } = answers() ?? {};
      if (!tenant || !secret) return undefined;
      try {
        const failure = await sessions.tryOut(tenant, { ...tenant.signIn, ...secret }, signal);
        lacksUpdateScope = failure === "lacks-update-scope";
        return undefined;
      } catch (error) {
        const { text } = sentence(error, { tenant: tenant.name });
        if (isServiceError(error) && ruleOf(error).needsSignIn) return text;
        if (told === JSON.stringify(secret)) return undefined;
        told = JSON.stringify(secret);
        return joinSentences(text, l10n.t("To continue anyway, press Enter again."));
      }
    },
    /** Says that the token can't update connections, unless nobody wants that. */
    warn(): void {
      const { tenant } = answers() ?? {};
      if (!lacksUpdateScope || tenant?.readOnly !== false) return;
      const message = l10n.t(
        "You can browse {0}, but not push to it: the token needs the scope {1}. Ask for the scope, and then sign in again.",
        sanitizeText(tenant.name, 80),
        UPDATE_SCOPE,
      );
      inBackground("offer-next-step", () => showMessage("warning", message, commandsFor(["copyScope"])));
    },
  };
}
