import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ProviderFault } from "../../core/secrets/providers/faults.js";
import { connectionKey } from "../../core/connections/connectionKey.js";
import { lookUp } from "../../core/secrets/resolve.js";
import type { ReadProvider } from "../../core/secrets/sources.js";
import { digestValues } from "../../core/secrets/valueDigests.js";
import { joinSentences } from "../../core/text/locale.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import { nameOfFile } from "../editor/inspection.js";
import { describeProvider, userProviderReader } from "./secretProviders.js";
import { sourcesFor } from "./valueSources.js";
import { describeFileState } from "../editor/states.js";
import type { SecretServices } from "./secretServices.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";

/** Runs the providers of files and compares their values with the pushed ones. */
export async function compareValues(services: SecretServices, files: readonly vscode.Uri[]): Promise<void> {
  const { fileStates } = services;
  const faults: ProviderFault[] = [];
  const isStopped = await withCancellableProgress(l10n.t("Comparing values"), async (report, signal) => {
    const onProvider = (about: Parameters<typeof describeProvider>[0]) => {
      report({ message: describeProvider(about) });
    };
    const readNow = userProviderReader({ signal, onProvider });
    const read = async (name: string) => {
      const reading = await readNow(name);
      if (!reading.ok) faults.push(reading.fault);
      return reading;
    };
    for (const file of files) await readValues(services, file, read);
    fileStates.changed(files);
    return signal.aborted;
  });
  if (isStopped) return;
  const [fault] = faults;
  const others = faults.length > 1 ? l10n.t("Other values that can't be read: {0}.", String(faults.length - 1)) : "";
  if (fault) vscode.window.showWarningMessage(joinSentences(fault.text, others));
  // If values were replaced, `watchRotations` reports them with the files to push.
  else for (const file of files) await showUnchanged(services, file);
}

/** Runs the providers of a file. */
async function readValues(
  { digests, fileStates, memory, secrets }: SecretServices,
  file: vscode.Uri,
  provider: ReadProvider,
): Promise<void> {
  const inspected = await fileStates.inspect(file);
  const remembered = inspected && memory.ofLinked(file, inspected);
  if (!remembered) return;
  const references = inspected.references.filter(({ kind }) => kind === "provider");
  const looked = await lookUp(references, { ...(await sourcesFor(file, secrets)), provider });
  fileStates.setProviderValues(file, await digestValues([...looked.values()], connectionKey(remembered), digests));
}

async function showUnchanged({ fileStates }: SecretServices, file: vscode.Uri): Promise<void> {
  const state = await fileStates.of(file);
  if ((state.values?.replaced ?? []).length === 0)
    vscode.window.showInformationMessage(`${nameOfFile(file)}: ${describeFileState(state)}`);
}

/** Compares the values of the setup file in the active editor. */
export async function compareCurrentValues(services: SecretServices): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (document) await compareValues(services, [document.uri]);
}
