import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { license, version } from "../../package.json" with { type: "json" };
import { type Bundled } from "./bundled.js";

/** A package of ours. */
export interface Packed {
  readonly name: string;
  /** The package URL. */
  readonly purl: string;
  /** The package itself, whose digest is part of the list of its contents. */
  readonly file: string;
  /** What is bundled in it. */
  readonly packages: readonly Bundled[];
}

/**
 * Lists what is bundled in a package of ours, as CycloneDX (a software bill of materials). It has neither a
 * timestamp nor a serial number, so that the same package has the same list.
 *
 * @returns JSON
 */
export async function sbomOf({ name, purl: subject, file, packages }: Packed): Promise<string> {
  const bundled = new Map(
    packages.map(({ manifest }) => {
      const purl = `pkg:npm/${manifest.name.replace("@", "%40")}@${manifest.version}`;
      return [purl, component("library", manifest, purl)];
    }),
  );
  const refs = [...bundled.keys()];
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        ...component("application", { name, version, license }, subject),
        hashes: [{ alg: "SHA-256", content: await sha256(file) }],
      },
    },
    components: [...bundled.values()],
    dependencies: [{ ref: subject, dependsOn: refs }, ...refs.map((ref) => ({ ref }))],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function component(type: "application" | "library", manifest: Bundled["manifest"], purl: string): object {
  const { name, version, license } = manifest;
  const [, group, local = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  // An SPDX expression, or the identifier of one license.
  const licenses = [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }];
  return { type, "bom-ref": purl, ...(group !== undefined && { group }), name: local, version, licenses, purl };
}

/** @returns the digest of a file, in hexadecimal digits */
export async function sha256(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
