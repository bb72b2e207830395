import type { OverviewPanel } from "./overview/overviewPanel.js";
import type { PushServices } from "./push/pushServices.js";
import type { Walkthrough } from "./sidebar/walkthrough.js";

/** All that features share. Only commands see it whole: each feature names what it uses, and nothing above it. */
export interface Services extends PushServices {
  readonly overview: OverviewPanel;
  readonly walkthrough: Walkthrough;
}
