import { randomUUID } from "node:crypto";
import { referenceKey } from "../secrets/lookUp.js";
import type { NamedReference } from "../secrets/problems.js";
import { placeAfterMove, hasTexts, readList, type Storage } from "./storage.js";

/** Values that were replaced, and the files that have to be pushed for that. It goes on until all of them are. */
export interface Rotation {
  readonly id: string;
  readonly references: readonly NamedReference[];
  readonly startedAt: number;
  readonly files: readonly string[];
  /** The person does not want to hear of it again. */
  readonly dismissed?: boolean;
}

/** Which rotation a push is a part of, as the history keeps it. */
export interface RotationPart {
  readonly id: string;
  readonly names: readonly string[];
  readonly total: number;
}

const KEY = "vaultconn.rotations";

/** So many are kept; the oldest go first. */
const MOST = 50;

/** The rotations of a workspace that have not ended. Names and places, no values. */
export class Rotations {
  readonly #storage: Storage;
  /** References that are being told of, by whoever replaced them. */
  readonly #claimed = new Map<string, number>();

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Oldest first. */
  get open(): readonly Rotation[] {
    return readList(this.#storage, KEY, isRotation);
  }

  /** Whether a rotation is about a reference in a file, or somebody is about to begin one. */
  covers(reference: NamedReference, file: string): boolean {
    const key = referenceKey(reference);
    return (
      this.#claimed.has(key) ||
      this.open.some(
        ({ references, files }) => files.includes(file) && references.some((other) => referenceKey(other) === key),
      )
    );
  }

  /** Replaces values, and tells of it: until that is over, nobody else tells of them. */
  async claiming<Result>(references: readonly NamedReference[], work: () => Promise<Result>): Promise<Result> {
    const keys = references.map(referenceKey);
    for (const key of keys) this.#claimed.set(key, (this.#claimed.get(key) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const key of keys) {
        const left = (this.#claimed.get(key) ?? 1) - 1;
        if (left > 0) this.#claimed.set(key, left);
        else this.#claimed.delete(key);
      }
    }
  }

  /** Begins a rotation. Of earlier ones only what it is not about goes on. */
  async begin(references: readonly NamedReference[], files: readonly string[]): Promise<Rotation> {
    const rotation = { id: randomUUID(), references, startedAt: Date.now(), files };
    const keys = new Set(references.map(referenceKey));
    const others = this.open.flatMap((other) => {
      const rest = other.references.filter((reference) => !keys.has(referenceKey(reference)));
      return rest.length === 0 ? [] : [{ ...other, references: rest }];
    });
    await this.#keep([...others, rotation]);
    return rotation;
  }

  /** What a push of a file is a part of; the last rotation where there are several. */
  partOf(file: string): RotationPart | undefined {
    const rotation = this.open.findLast(({ files }) => files.includes(file));
    return (
      rotation && { id: rotation.id, names: rotation.references.map(({ name }) => name), total: rotation.files.length }
    );
  }

  /** @returns whether it was open until now. */
  async end({ id }: Rotation): Promise<boolean> {
    const { open } = this;
    if (open.every((rotation) => rotation.id !== id)) return false;
    await this.#keep(open.filter((rotation) => rotation.id !== id));
    return true;
  }

  async dismiss({ id }: Rotation): Promise<void> {
    await this.#keep(this.open.map((rotation) => (rotation.id === id ? { ...rotation, dismissed: true } : rotation)));
  }

  /** Goes with a file or folder that was moved, given by its URIs. */
  async moved(from: string, to: string): Promise<void> {
    const { open } = this;
    if (open.length === 0) return;
    await this.#keep(
      open.map((rotation) => ({ ...rotation, files: rotation.files.map((file) => placeAfterMove(file, from, to)) })),
    );
  }

  /** If it cannot be kept, the files are marked all the same. */
  async #keep(rotations: readonly Rotation[]): Promise<void> {
    await Promise.resolve(this.#storage.set(KEY, rotations.slice(-MOST))).catch(() => undefined);
  }
}

/** Whether something that was kept is the note of which rotation a push was a part of. */
export function isRotationPart(value: unknown): value is RotationPart {
  return hasTexts(value, ["id"]) && isTexts(value["names"]) && typeof value["total"] === "number";
}

function isRotation(value: unknown): value is Rotation {
  return (
    hasTexts(value, ["id"]) &&
    typeof value["startedAt"] === "number" &&
    isTexts(value["files"]) &&
    Array.isArray(value["references"]) &&
    value["references"].length > 0 &&
    value["references"].every((reference) => hasTexts(reference, ["kind", "name"]))
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}
