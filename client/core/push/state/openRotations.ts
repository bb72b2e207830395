import { randomUUID } from "node:crypto";
import { referenceKey } from "../../secrets/resolve.js";
import type { NamedReference } from "../../secrets/referenceProblems.js";
import { isBoolean, isString, listOf, optional, shape } from "../../storage/shape.js";
import { readList, type Storage } from "../../storage/durableStorage.js";
import type { RotationPart } from "../pushTypes.js";

/** New values. Which files still have the old ones on the service follows from the files' states. */
export interface Rotation {
  readonly id: string;
  readonly references: readonly NamedReference[];
  readonly dismissed?: boolean;
}

const KEY = "vaultconn.rotations";

const MAX_ROTATIONS = 50;

export class Rotations {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get open(): readonly Rotation[] {
    return readList(this.#storage, KEY, isRotation);
  }

  /** Returns the latest rotation of any of these references. */
  of(references: readonly NamedReference[]): Rotation | undefined {
    const keys = new Set(references.map(referenceKey));
    return this.open.findLast((rotation) => rotation.references.some((each) => keys.has(referenceKey(each))));
  }

  /** Takes these references out of other rotations. */
  async begin(references: readonly NamedReference[]): Promise<Rotation> {
    const rotation = { id: randomUUID(), references };
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
  }
}

export const isRotationPart = shape<RotationPart>({ id: isString, names: listOf(isString) });

const isReferences = listOf(shape<NamedReference>({ kind: isString, name: isString }));

const isRotation = shape<Rotation>({
  id: isString,
  references: (value) => isReferences(value) && (value as readonly unknown[]).length > 0,
  dismissed: optional(isBoolean),
});
