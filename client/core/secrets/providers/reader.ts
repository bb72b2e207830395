import { once } from "node:events";
import pLimit, { type LimitFunction } from "p-limit";
import { providerOf } from "../../../../schemas/references.js";
import { suggestionFor, type Provider, type Providers } from "./definitions.js";
import { refuse, type ProviderFault, type ProviderFaultKind, type ProviderReading } from "./faults.js";
import { memoize } from "../../text/memoize.js";
import { presetOf, titleOf } from "./presets.js";
import { readValue, type ProviderContext } from "./readValue.js";

/** Called before a program starts. */
export type OnProvider = (about: { readonly title: string; readonly asks: boolean }) => void;

export interface ReaderOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProvider?: OnProvider | undefined;
}

const MAX_RUNNING = 4;

/** Faults that would recur for the provider's other paths, so these aren't read. */
const FATAL: ReadonlySet<ProviderFaultKind> = new Set(["signed-out", "not-installed", "batch-file", "cancelled"]);

interface Line {
  readonly limit: LimitFunction;
  hasSucceeded: boolean;
  stopped?: ProviderFault;
}

/** Serializes programs that may prompt the user, across all pushes, and those that can't run in parallel. */
const exclusive = pLimit(1);

/**
 * Returns a reader for one push. It reads each path once, and reads paths of a provider in parallel only after its first
 * success. @param name as in a reference: `op:Automation/Salesforce/credential`.
 */
export function createProviderReader(
  providers: Providers,
  context: ProviderContext,
  { signal, onProvider }: ReaderOptions = {},
): (name: string) => Promise<ProviderReading> {
  const lineOf = memoize((_provider: Provider): Line => ({ limit: pLimit(1), hasSucceeded: false }));
  // Ends waiting for another push's program.
  const aborted = signal ? once(signal, "abort") : new Promise(() => undefined);
  const run = async (provider: Provider, name: string, line: Line): Promise<ProviderReading> => {
    if (signal?.aborted === true) return refuse("cancelled", name, { provider });
    if (line.stopped) return refuse(line.stopped.kind, name, { provider });
    onProvider?.({ title: titleOf(provider), asks: presetOf(provider)?.asks === true && !line.hasSucceeded });
    const reading = await readValue(provider, name, context, signal);
    if (reading.ok) {
      line.hasSucceeded = true;
      line.limit.concurrency = MAX_RUNNING;
    } else if (FATAL.has(reading.fault.kind) || (reading.fault.kind === "timed-out" && !line.hasSucceeded)) {
      line.stopped = reading.fault;
    }
    return reading;
  };
  const readNew = async (name: string): Promise<ProviderReading> => {
    const called = providerOf(name).provider;
    const provider = providers.get(called);
    if (!provider) return refuse("not-defined", name, { detail: suggestionFor(called, providers) });
    if ("problem" in provider) return refuse("invalid", name, { detail: provider.problem });
    const line = lineOf(provider);
    const isSerial = presetOf(provider)?.isSerial === true;
    return line.limit(() => {
      const start = () => run(provider, name, line);
      return line.hasSucceeded && !isSerial ? start() : exclusive(start);
    });
  };
  return memoize((name) => Promise.race([readNew(name), aborted.then(() => refuse("cancelled", name))]));
}
