import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { distinct, referenceKey } from "../../secrets/resolve.js";
import type { NamedReference } from "../../secrets/referenceProblems.js";
import { isBoolean, isNumber, isString, listOf, optional, shape } from "../../storage/shape.js";
import { readList, type Storage } from "../../storage/durableStorage.js";
import type { ValueChanges } from "../../secrets/valueDigests.js";
import type { RotationPart } from "../pushTypes.js";

/** New values. Which files still have the old ones on the service follows from the files' states. */
export interface Rotation {
  readonly id: string;
  readonly references: readonly NamedReference[];
  /** Milliseconds since the epoch; undefined if an earlier version began it. */
  readonly startedAt?: number | undefined;
  readonly dismissed?: boolean;
}

const KEY = "vaultconn.rotations";

const MAX_ROTATIONS = 50;

export class Rotations {
  readonly #storage: Storage;
  readonly #events = new EventEmitter<{ change: [] }>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  onDidChange(listener: () => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  get open(): readonly Rotation[] {
    return readList(this.#storage, KEY, isRotation);
  }

  /** Returns the latest rotation of any of these references. */
  of(references: readonly NamedReference[]): Rotation | undefined {
    const keys = new Set(references.map(referenceKey));
    return this.open.findLast((rotation) => rotation.references.some((each) => keys.has(referenceKey(each))));
  }

  /** The values of references since a push of which no digests are kept: those of rotations after it were replaced. */
  changesSince(pushedAt: number | undefined, references: readonly NamedReference[]): ValueChanges {
    const isReplaced = (reference: NamedReference) => {
      const { startedAt } = this.of([reference]) ?? {};
      return startedAt !== undefined && startedAt > (pushedAt ?? 0);
    };
    const all = distinct(references);
    const rest = all.filter((reference) => !isReplaced(reference));
    return {
      replaced: all.filter(isReplaced),
      notCompared: rest.map((reference) => ({ reference, why: "notKept" })),
    };
  }

  /** Takes these references out of other rotations. */
  async begin(references: readonly NamedReference[]): Promise<Rotation> {
    const rotation = { id: randomUUID(), references, startedAt: Date.now() };
    const keys = new Set(references.map(referenceKey));
    const others = this.open.flatMap((other) => {
      const rest = other.references.filter((reference) => !keys.has(referenceKey(reference)));
      return rest.length === 0 ? [] : [{ ...other, references: rest }];
    });
    await this.#store([...others, rotation]);
    return rotation;
  }

  partOf(references: readonly NamedReference[]): RotationPart | undefined {
    const rotation = this.of(references);
    return rotation && { id: rotation.id, names: rotation.references.map(({ name }) => name) };
  }

  /** @returns whether the rotation was still open. */
  async end({ id }: Rotation): Promise<boolean> {
    const { open } = this;
    const others = open.filter((rotation) => rotation.id !== id);
    if (others.length < open.length) await this.#store(others);
    return others.length < open.length;
  }

  async dismiss({ id }: Rotation): Promise<void> {
    await this.#store(this.open.map((rotation) => (rotation.id === id ? { ...rotation, dismissed: true } : rotation)));
  }

  /** Ignores failures, because the files are marked anyway. */
  async #store(rotations: readonly Rotation[]): Promise<void> {
    await Promise.resolve(this.#storage.update(KEY, rotations.slice(-MAX_ROTATIONS))).catch(() => undefined);
    this.#events.emit("change");
  }
}

const isReferences = listOf(shape<NamedReference>({ kind: isString, name: isString }));

const isRotation = shape<Rotation>({
  id: isString,
  references: (value) => isReferences(value) && (value as readonly unknown[]).length > 0,
  startedAt: optional(isNumber),
  dismissed: optional(isBoolean),
});
