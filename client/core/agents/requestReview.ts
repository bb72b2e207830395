import { parseReferences } from "../../../schemas/references.js";
import { secretsIn } from "../service/redaction/secrets.js";
import { displayPath, setupFilesAt } from "./setupFilesAt.js";
import { AgentError, type AgentHost } from "./host.js";
import {
  agentsWords,
  changeRequests,
  digestOf,
  MAX_REQUESTS,
  readRequests,
  stateOf,
  type ReviewRequest,
  type ReviewState,
} from "./reviewRequests.js";

/**
 * Puts setup files into the list of what a person has to review. Opens nothing, and sends nothing. A file that hasn't
 * changed since it was asked for isn't put there again, so that no agent can insist.
 */
export async function requestReview(
  { paths, reason }: { readonly paths: readonly string[]; readonly reason: string },
  host: AgentHost,
  signal: AbortSignal,
) {
  const found = await Promise.all(paths.map((one) => setupFilesAt(one, host)));
  const files = [...new Set(found.flat())].sort();
  if (files.length === 0) throw new AgentError("No setup file is there.");
  const words = agentsWords(reason, await valuesIn(files, host, signal));
  if (words === "") throw new AgentError('"reason" must be one sentence that a person can read.');
  const asked = await Promise.all(
    files.map(async (file): Promise<ReviewRequest> => {
      const digest = await digestOf(file, host.folders);
      if (digest === undefined) throw new AgentError(`${displayPath(file, host)} can't be read.`);
      return { file, digest, reason: words, at: Date.now() };
    }),
  );
  const states = new Map<string, ReviewState>();
  for (const [folder, requests] of Map.groupBy(asked, ({ file }) => host.stateFolder(file)))
    for (const [file, state] of await put(requests, folder)) states.set(file, state);
  return {
    notice: NOTICE,
    files: files.map((file) => ({ file: displayPath(file, host), review: states.get(file) ?? null })),
  };
}

const NOTICE =
  "Nothing was sent. A person sees the files in Needs attention, in a window of VS Code on this workspace, and decides. vaultconn_plan says how it went. Don't ask again for a file that was dismissed.";

/** @returns the states by file. */
async function put(asked: readonly ReviewRequest[], folder: string | undefined) {
  if (folder === undefined) throw new AgentError(NOT_STORED);
  const states = new Map<string, ReviewState>();
  const add = (requests: readonly ReviewRequest[]) => {
    const known = (one: ReviewRequest) => requests.find((each) => each.file === one.file && each.digest === one.digest);
    for (const one of asked) states.set(one.file, known(one)?.ended ?? "waiting");
    const added = asked.filter((one) => !known(one));
    // However often an agent asks, windows have nothing to read.
    if (added.length === 0) return requests;
    const others = requests.filter(({ file }) => !added.some((one) => one.file === file));
    const waiting = [...others.filter(({ ended }) => ended === undefined), ...added];
    if (waiting.length > MAX_REQUESTS)
      throw new AgentError(`At most ${MAX_REQUESTS} files can wait for a review. A person has to review some first.`);
    return [...others.filter(({ ended }) => ended !== undefined), ...waiting].slice(-MAX_REQUESTS);
  };
  try {
    await changeRequests(folder, add);
  } catch (error) {
    throw error instanceof AgentError ? error : new AgentError(NOT_STORED);
  }
  return states;
}

const NOT_STORED = "The request couldn't be stored, so nobody sees it. Tell the person to review the files.";

/** The values that are written in the files instead of references. */
async function valuesIn(files: readonly string[], host: AgentHost, signal: AbortSignal): Promise<readonly string[]> {
  const read = await Promise.all(files.map(async (path) => ({ path, text: await host.readText(path) })));
  const texts = read.flatMap(({ path, text }) => (typeof text === "string" ? [{ path, text }] : []));
  const checked = await host.check(texts, signal);
  return checked.flatMap(({ inspected }) => secretsIn(inspected.request)).flatMap(writtenIn);
}

/** What's shorter beside a reference may be a word, such as the scheme of a header. */
const MIN_PART_LENGTH = 8;

/** What a text has beside its references. */
function writtenIn(text: string): readonly string[] {
  const { parts } = parseReferences(text);
  const written = parts.filter((part) => typeof part === "string").map((part) => part.trim());
  return parts.length === 1 ? written : written.filter(({ length }) => length >= MIN_PART_LENGTH);
}

/** How the reviews went that were asked for, by file. @param files real paths. */
export async function reviewsOf(files: readonly string[], host: AgentHost): Promise<ReadonlyMap<string, ReviewState>> {
  const folders = new Set(files.flatMap((file) => host.stateFolder(file) ?? []));
  const requests = (await Promise.all([...folders].map(readRequests))).flat();
  const ofThese = requests.filter(({ file }) => files.includes(file));
  const states = ofThese.map(
    async (request) => [request.file, stateOf(request, await digestOf(request.file, host.folders))] as const,
  );
  return new Map(await Promise.all(states));
}
