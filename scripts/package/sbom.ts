import { Contrib, Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import parseLicence from "spdx-expression-parse";

import { type Bundled } from "./bundled.js";
import { sha256 } from "./checksums.js";

const SPECIFICATION = Spec.Spec1dot6;

/** What a list of contents is about. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The package URL. */
  readonly purl: string;
  /** The package itself, whose digest is part of the list. */
  readonly file: string;
}

const components = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new Contrib.License.Factories.LicenseFactory((text) => void parseLicence(text)),
);

/**
 * Lists what is bundled in a package of ours, as CycloneDX (a software bill of materials). It has neither a time nor a
 * number of its own, so that the same package has the same list.
 *
 * @returns JSON
 */
export async function sbomOf(subject: Subject, packages: readonly Bundled[]): Promise<string> {
  const main = component(subject, subject.purl, Enums.ComponentType.Application);
  main.hashes.set(Enums.HashAlgorithm["SHA-256"], await sha256(subject.file));
  const bundled = packages.map(({ manifest }) =>
    component(
      manifest,
      `pkg:npm/${manifest.name.replace("@", "%40")}@${manifest.version}`,
      Enums.ComponentType.Library,
    ),
  );
  for (const { bomRef } of bundled) main.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository(bundled),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(SPECIFICATION));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function component(manifest: Bundled["manifest"], purl: string, type: Enums.ComponentType): Models.Component {
  const made = components.makeComponent(manifest, type);
  if (made === undefined) throw new Error(`${manifest.name} cannot be listed: its package.json lacks what it needs.`);
  made.purl = purl;
  made.bomRef.value = purl;
  return made;
}
