import { randomUUID } from "node:crypto";
import { referenceKey } from "../secrets/resolve.js";
import type { NamedReference } from "../secrets/problems.js";
import { placeAfterMove, hasStrings, readList, type Storage } from "./storage.js";

export interface Rotation {
  readonly id: string;
  readonly references: readonly NamedReference[];
  readonly files: readonly string[];
  readonly dismissed?: boolean;
}

export interface RotationPart {
  readonly id: string;
  readonly names: readonly string[];
}

const KEY = "vaultconn.rotations";

const MAX_ROTATIONS = 50;

export class Rotations {
  readonly #storage: Storage;
  readonly #claims = new Set<readonly string[]>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  get open(): readonly Rotation[] {
    return readList(this.#storage, KEY, isRotation);
  }

  covers(reference: NamedReference, file: string): boolean {
    const key = referenceKey(reference);
    return (
      [...this.#claims].some((keys) => keys.includes(key)) ||
      this.open.some(
        ({ references, files }) => files.includes(file) && references.some((other) => referenceKey(other) === key),
      )
    );
  }

  /** Prevents notices that these references were replaced while `work` runs. */
  async withoutRotationNotices<Result>(
    references: readonly NamedReference[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const keys = references.map(referenceKey);
    this.#claims.add(keys);
    try {
      return await work();
    } finally {
      this.#claims.delete(keys);
    }
  }

  async begin(references: readonly NamedReference[], files: readonly string[]): Promise<Rotation> {
    const rotation = { id: randomUUID(), references, files };
    const keys = new Set(references.map(referenceKey));
    const others = this.open.flatMap((other) => {
      const rest = other.references.filter((reference) => !keys.has(referenceKey(reference)));
      return rest.length === 0 ? [] : [{ ...other, references: rest }];
    });
    await this.#store([...others, rotation]);
    return rotation;
  }

  partOf(file: string): RotationPart | undefined {
    const rotation = this.open.findLast(({ files }) => files.includes(file));
    return rotation && { id: rotation.id, names: rotation.references.map(({ name }) => name) };
  }

  /** @returns whether the rotation was still open. */
  async end({ id }: Rotation): Promise<boolean> {
    const { open } = this;
    if (open.every((rotation) => rotation.id !== id)) return false;
    await this.#store(open.filter((rotation) => rotation.id !== id));
    return true;
  }

  async dismiss({ id }: Rotation): Promise<void> {
    await this.#store(this.open.map((rotation) => (rotation.id === id ? { ...rotation, dismissed: true } : rotation)));
  }

  async moved(from: string, to: string): Promise<void> {
    const { open } = this;
    if (open.length === 0) return;
    await this.#store(
      open.map((rotation) => ({ ...rotation, files: rotation.files.map((file) => placeAfterMove(file, from, to)) })),
    );
  }

  /** Ignores failures, because the files are marked anyway. */
  async #store(rotations: readonly Rotation[]): Promise<void> {
    await Promise.resolve(this.#storage.update(KEY, rotations.slice(-MAX_ROTATIONS))).catch(() => undefined);
  }
}

export function isRotationPart(value: unknown): value is RotationPart {
  return hasStrings(value, ["id"]) && isStrings(value["names"]);
}

function isRotation(value: unknown): value is Rotation {
  return (
    hasStrings(value, ["id"]) &&
    isStrings(value["files"]) &&
    Array.isArray(value["references"]) &&
    value["references"].length > 0 &&
    value["references"].every((reference) => hasStrings(reference, ["kind", "name"]))
  );
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
