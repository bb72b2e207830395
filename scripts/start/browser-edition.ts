import { type RunningPart } from "../../test/vscode/host/running-part.js";
import { type VsCodeBuild } from "../../test/vscode/host/vscode-build.js";
import { startVsCodeServer } from "../../test/vscode/host/vscode-server.js";
import { type Opening } from "./opening.js";

/** Serves VS Code in the browser and prints its address. */
export async function openInBrowser(
  build: VsCodeBuild,
  port: number,
  opening: Opening,
  log: (line: string) => void,
): Promise<RunningPart> {
  const { workspace, environment, settings } = opening;
  log(`Starting VS Code ${build.version} for the browser`);
  const server = await startVsCodeServer({
    build,
    port,
    workspace,
    environment,
    settings,
    extension: { folder: process.cwd() },
  });
  log(`\nOpen ${server.address}\n\nCtrl+C stops everything.`);
  return { ended: server.ended.then(() => false), stop: () => server.stop() };
}
