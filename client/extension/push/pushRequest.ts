import type * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { connectionLabel } from "../editor/tenantOfFile.js";
import { askedBy } from "../editor/inspection.js";
import { sourcesFor } from "../editor/valueSources.js";
import type { PushRequest } from "../../core/push/request.js";
import type { Chosen } from "./chooseTarget.js";
import type { PushServices } from "./pushServices.js";

/** Everything a push of a file needs to know. @param written what the language server says about the file. */
export async function requestFor(
  {
    memory,
    secrets,
    digests,
    rotations,
    locks,
  }: Pick<PushServices, "memory" | "secrets" | "digests" | "rotations" | "locks">,
  uri: vscode.Uri,
  written: InspectResult,
  { session, id }: Chosen,
): Promise<PushRequest> {
  const { client: service, tenant, store } = session;
  const remembered = memory.about(uri, { origin: tenant.origin, id })?.record;
  return {
    service,
    tenant,
    id,
    name: store.find(id)?.name ?? remembered?.name,
    label: connectionLabel(uri, written.request.name),
    file: uri.toString(),
    written,
    digest: await digests.of(askedBy(written)),
    digests,
    rotation: rotations.partOf(uri.toString()),
    remembered,
    page: store.pageOf(id),
    locked: await locks.of(uri, tenant.host, id),
    ...(await sourcesFor(uri, secrets)),
  };
}
