import pLimit, { type LimitFunction } from "p-limit";
import { providerOf } from "../../../schemas/references.js";
import type { Provider, Providers } from "./definitions.js";
import { refuse, type ProviderFault, type ProviderFaultKind, type ProviderReading } from "./faults.js";
import { presetOf, titleOf } from "./presets.js";
import { readValue, type ProviderContext } from "./readValue.js";

/** Called before a program starts. */
export type OnProvider = (about: { readonly title: string; readonly asks: boolean }) => void;

export interface SessionOptions {
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

/** The providers of one push. Reads each path once, and starts parallel reads only after a provider's first success. */
export class ProviderSession {
  readonly #providers: Providers;
  readonly #context: ProviderContext;
  readonly #options: SessionOptions;
  readonly #lines = new Map<string, Line>();
  readonly #readings = new Map<string, Promise<ProviderReading>>();
  /** Resolves on abort, to end waiting for another push's program. */
  readonly #aborted: Promise<void>;

  constructor(providers: Providers, context: ProviderContext, options: SessionOptions = {}) {
    this.#providers = providers;
    this.#context = context;
    this.#options = options;
    const { signal } = options;
    this.#aborted = new Promise((resolve) => {
      signal?.addEventListener("abort", () => {
        resolve();
      });
    });
  }

  /** @param name as in a reference: `op:Automation/Salesforce/credential`. */
  read(name: string): Promise<ProviderReading> {
    const known = this.#readings.get(name);
    if (known) return known;
    const reading = Promise.race([this.#readNew(name), this.#aborted.then(() => refuse("cancelled", name))]);
    this.#readings.set(name, reading);
    return reading;
  }

  async #readNew(name: string): Promise<ProviderReading> {
    const provider = this.#providers.get(providerOf(name).provider);
    if (!provider) return refuse("not-defined", name);
    if ("problem" in provider) return refuse("invalid", name, { detail: provider.problem });
    const line = this.#lines.get(provider.name) ?? { limit: pLimit(1), hasSucceeded: false };
    this.#lines.set(provider.name, line);
    const isSerial = presetOf(provider)?.isSerial === true;
    return line.limit(() => {
      const run = () => this.#run(provider, name, line);
      return line.hasSucceeded && !isSerial ? run() : exclusive(run);
    });
  }

  async #run(provider: Provider, name: string, line: Line): Promise<ProviderReading> {
    const { signal, onProvider } = this.#options;
    if (signal?.aborted === true) return refuse("cancelled", name, { provider });
    if (line.stopped) return refuse(line.stopped.kind, name, { provider });
    const preset = presetOf(provider);
    onProvider?.({ title: titleOf(provider), asks: preset?.asks === true && !line.hasSucceeded });
    const reading = await readValue(provider, name, this.#context, signal);
    if (reading.ok) {
      line.hasSucceeded = true;
      line.limit.concurrency = MAX_RUNNING;
    } else if (FATAL.has(reading.fault.kind) || (reading.fault.kind === "timed-out" && !line.hasSucceeded)) {
      line.stopped = reading.fault;
    }
    return reading;
  }
}
