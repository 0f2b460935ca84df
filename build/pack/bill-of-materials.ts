import { readFileSync } from "node:fs";

import { Contrib, Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";

import type { Contents } from "./contents.ts";
import type { Manifest } from "./launcher.ts";
import type { InstalledPackage } from "./packages.ts";

type PackageJson = Contrib.FromNodePackageJson.Types.NodePackageJson;

const licences = new Contrib.License.Factories.LicenseFactory(() => {});
const describePackage = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  licences,
);

/**
 * What a pack is made of, in CycloneDX 1.6 as JSON. It says neither when it was made nor a number of its own: the same
 * sources give the same bytes.
 */
export function writeBillOfMaterials(manifest: Manifest, { shipped, built, node }: Contents): string {
  const pack = new Models.Component(Enums.ComponentType.Application, manifest.name, {
    version: manifest.version,
    bomRef: `${manifest.name}@${manifest.version}`,
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: pack }) });
  const components = new Map<string, Models.Component>();
  for (const [where, packages] of Object.entries({ "bin/node": [node], node_modules: shipped, dist: built })) {
    for (const each of packages) components.set(each.folder, describe(each, where));
  }
  for (const each of [node, ...shipped, ...built]) {
    const component = components.get(each.folder);
    if (!component) continue;
    bom.components.add(component);
    pack.dependencies.add(component.bomRef);
    for (const needed of each.needs) {
      const target = components.get(needed);
      if (target) component.dependencies.add(target.bomRef);
    }
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** @param where in the pack it is found */
function describe({ name, version, folder, integrity }: InstalledPackage, where: string): Models.Component {
  const text = readFileSync(`${folder}/package.json`, "utf8");
  const component = describePackage.makeComponent({ ...(JSON.parse(text) as PackageJson), name, version });
  if (!component) throw new Error(`${folder} has no name.`);
  component.bomRef.value = folder;
  component.purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const digest = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  component.hashes.set(Enums.HashAlgorithm["SHA-512"], digest);
  component.properties.add(new Models.Property("ariane:place", where));
  return component;
}
