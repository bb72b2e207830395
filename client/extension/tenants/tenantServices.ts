import type { UiServices } from "../ui/uiServices.js";
import type { Credentials } from "./credentials.js";
import type { Session, Sessions } from "./sessions.js";

export interface TenantServices extends UiServices {
  readonly sessions: Sessions;
  readonly credentials: Credentials;
  readonly sidebar: TenantRows;
}

/** What the sidebar does for tenants. */
interface TenantRows {
  /** `"rows"` if the view shows failures in rows of their own. */
  readonly state: string;
  revealTenant(session: Session): Promise<void>;
}
