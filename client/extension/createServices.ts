import * as vscode from "vscode";
import { credentialsOfFile, rememberPushes } from "./push/remember.js";
import { FileMemory } from "./editor/fileMemory.js";
import { FileStates } from "./editor/fileStates.js";
import { ReviewRequests } from "./editor/reviewRequests.js";
import { SetupFileIndex } from "./editor/setupFileIndex.js";
import { LockFiles } from "./editor/lockFiles.js";
import { userProviderReader } from "./secrets/secretProviders.js";
import { fileValues } from "./secrets/valueSources.js";
import { LanguageServerClient } from "./language/languageServerClient.js";
import { renameSecretsToo } from "./language/renameSecrets.js";
import { raiseSeverityInTrackedFiles, TrackedFiles } from "./language/trackedFiles.js";
import { OverviewPanel } from "./overview/overviewPanel.js";
import { whenEnded, whenPushed } from "../core/push/events.js";
import { ActivePushes } from "../core/push/state/activePushes.js";
import { FileActivities } from "../core/push/state/fileActivities.js";
import { PushHistory } from "../core/push/state/history.js";
import { PushJournal } from "../core/push/state/journal.js";
import { Rotations } from "../core/push/state/openRotations.js";
import { isolateOrigin, durableStorage, type Storage } from "../core/storage/durableStorage.js";
import { SAMPLE_ORIGIN } from "../core/sample/sampleRecords.js";
import { createSampleClient } from "../core/sample/createSampleClient.js";
import { isSample } from "../core/sample/sampleTenant.js";
import { Refusals } from "./push/refusals.js";
import { ReviewDocuments } from "./push/reviewDocuments.js";
import { createDigests } from "../core/secrets/valueDigests.js";
import { NamedSecrets } from "../core/secrets/namedSecrets.js";
import { RecordPlaces } from "../core/service/operations/recordReader.js";
import { createServiceClient } from "../core/service/serviceClient.js";
import type { Services } from "./commandTargets.js";
import { ArrangementMemory, RowLimits } from "./sidebar/arrangement.js";
import { PushList } from "./push/pushList.js";
import { RecordDocuments } from "./sidebar/recordDocuments.js";
import { Sidebar } from "./sidebar/sidebar.js";
import { Walkthrough } from "./sidebar/walkthrough.js";
import { Credentials } from "./tenants/credentials.js";
import { localService } from "../core/tenants/localService.js";
import { readNetworkSettings } from "./tenants/settings.js";
import { type ClientFactory, Sessions } from "./tenants/sessions.js";
import { logFailuresTo } from "./ui/inBackground.js";

/** Pushes to the sample are stored for this window only. */
const withoutSample = (storage: Storage): Storage => isolateOrigin(SAMPLE_ORIGIN, storage);

/** What only starts with the extension. */
interface Started {
  readonly languageServer: LanguageServerClient;
  readonly tracked: TrackedFiles;
  readonly files: vscode.FileSystemWatcher;
}

/** Creates what the features share, and disposes of it with the extension. */
export async function createServices(context: vscode.ExtensionContext): Promise<Services & Started> {
  const { subscriptions } = context;
  const log = vscode.window.createOutputChannel("Vault Connections", { log: true });
  logFailuresTo(log);
  const closed = new AbortController();
  const credentials = new Credentials(context.secrets);
  const places = new RecordPlaces();
  const makeClient: ClientFactory = (tenant, credential, onSignInNeeded) =>
    isSample(tenant)
      ? createSampleClient()
      : createServiceClient({
          tenant,
          credential,
          onSignInNeeded,
          log,
          network: readNetworkSettings(),
          places: places.of(tenant.origin),
        });
  const sessions = new Sessions(credentials, localService(process.env), makeClient, subscriptions);
  const secrets = new NamedSecrets(context.secrets, context.globalState);
  // Rejects where the storage can't list its keys.
  await secrets.noticeStored(await Promise.resolve(context.secrets.keys()).catch(() => []));
  const digests = createDigests(context.secrets);
  // One for all features, since each would be sent every change below the workspace.
  const files = vscode.workspace.createFileSystemWatcher("**");
  const tracked = new TrackedFiles(subscriptions);
  const languageServer: LanguageServerClient = new LanguageServerClient(
    context.asAbsolutePath("dist/server.js"),
    files,
    {
      workspace: raiseSeverityInTrackedFiles(tracked),
      provideRenameEdits: renameSecretsToo(secrets, () => languageServer),
    },
  );
  const arrangement = new ArrangementMemory(context.globalState);
  const { workspaceState, storageUri } = context;
  const durable = (name: string) => durableStorage(workspaceState, storageUri, name);
  const [ofPushes, ofFiles] = [await durable("pushes-under-way.json"), await durable("setup-files.json")];
  const memory = new FileMemory(withoutSample(ofFiles), places);
  const journal = new PushJournal(withoutSample(ofPushes), places);
  const locks = new LockFiles(subscriptions);
  const activities = new FileActivities();
  const setupFiles = new SetupFileIndex(memory, files, subscriptions);
  const rotations = new Rotations(ofFiles);
  const fileStates = new FileStates(
    {
      locks,
      memory,
      journal,
      activities,
      digests,
      languageServer,
      sessions,
      setupFiles,
      rotations,
      values: fileValues(files, secrets),
    },
    files,
    subscriptions,
  );
  languageServer.onDidRunAgain(() => {
    fileStates.allChanged();
  });
  const reviewRequests = new ReviewRequests(files, subscriptions);
  const rowLimits = new RowLimits();
  const history = new PushHistory(withoutSample(context.globalState));
  const refusals = new Refusals(subscriptions);
  const reviews = new ReviewDocuments(sessions, subscriptions);
  const pushList = new PushList({ history, journal, sessions, setupFiles }, subscriptions);
  const services = {
    sessions,
    credentials,
    secrets,
    digests,
    languageServer,
    tracked,
    files,
    arrangement,
    rowLimits,
    memory,
    setupFiles,
    fileStates,
    locks,
    reviewRequests,
    journal,
    history,
    rotations,
    log,
    sidebar: new Sidebar({ sessions, arrangement, rowLimits, setupFiles, fileStates, reviewRequests }, subscriptions),
    pushList,
    overview: new OverviewPanel(vscode.Uri.joinPath(context.extensionUri, "dist")),
    walkthrough: new Walkthrough({ sessions, setupFiles, secrets, history, fileStates, languageServer }, subscriptions),
    records: new RecordDocuments(sessions, subscriptions),
    reviews,
    refusals,
    sample: { folder: vscode.Uri.joinPath(context.globalStorageUri, "sample"), tries: 0, files: undefined },
    pushes: {
      journal,
      active: new ActivePushes(vscode.Uri.joinPath(context.globalStorageUri, "sending").fsPath),
      listeners: [
        activities.onPush,
        whenEnded((result) => locks.record(result)),
        journal.onPush,
        history.onPush,
        rememberPushes({ sessions, memory, fileStates, setupFiles }),
        refusals.onPush,
        reviews.onPush,
        whenPushed((file) => reviewRequests.end(vscode.Uri.parse(file), "pushed")),
      ],
      providers: userProviderReader,
      secretsOf: (entry) => credentialsOfFile({ fileStates, secrets }, String(pushList.fileOf(entry) ?? "")),
      closed: closed.signal,
    },
  } satisfies Services & Started;
  subscriptions.push(
    new vscode.Disposable(() => {
      closed.abort();
    }),
    ...Object.values(services).filter((service) => "dispose" in service),
  );
  return services;
}
