import * as vscode from "vscode";
import { NO_FILTER } from "../../core/connections/connectionFilter.js";
import type { Services } from "../services.js";
import { showHistory } from "../push/pushList.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import { performStep, type ErrorServices } from "../tenants/serviceErrors.js";

/** Opens the page with pictures of how connections, files and pushes stand. A bar that is chosen filters the sidebar. */
export function showOverview(
  services: ErrorServices & Pick<Services, "overview" | "arrangement" | "history" | "reviews">,
): void {
  services.overview.show((choice) => {
    void runReportingErrors(services, "vaultconn.showOverview", async () => {
      if (choice === "history") {
        await showHistory(services);
        return;
      }
      if ("step" in choice) {
        await performStep(services, choice.step, choice);
        return;
      }
      await services.arrangement.change({ ...NO_FILTER, ...choice });
      await vscode.commands.executeCommand("vaultconn.connections.focus");
    });
  });
}
