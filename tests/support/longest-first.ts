import { relative } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

import { longestFiles } from "../selection.ts";

/** What takes longest begins first, and what takes milliseconds fills the cores at the end. */
const projectsInOrder = ["e2e", "embedded", "postgres", "unit-document", "unit"];

/** The order of Vitest, the longest of the last run first; but what we know to be long comes before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(sorted.map((file, place) => [file, place]));
    // Projects stay together: their files share a process, and what it has open.
    const rank = (file: TestSpecification) => {
      const known = longestFiles.indexOf(relative(process.cwd(), file.moduleId).replaceAll("\\", "/"));
      return known === -1 ? longestFiles.length : known;
    };
    return sorted.toSorted(
      (one, other) =>
        projectsInOrder.indexOf(one.project.name) - projectsInOrder.indexOf(other.project.name) ||
        rank(one) - rank(other) ||
        (places.get(one) ?? 0) - (places.get(other) ?? 0),
    );
  }
}
