import { relative } from "node:path";

import { BaseSequencer, type TestSpecification } from "vitest/node";

import { longestFiles } from "../selection.ts";

/** The order of Vitest: groups, projects, then the longest of the last run; but what we know to be long comes first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(sorted.map((file, place) => [file, place]));
    // Projects stay together: their files share a process, and what it has open.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const rank = (file: TestSpecification) => {
      const known = longestFiles.indexOf(relative(process.cwd(), file.moduleId).replaceAll("\\", "/"));
      return known === -1 ? longestFiles.length : known;
    };
    return sorted.toSorted(
      (one, other) =>
        projects.indexOf(one.project.name) - projects.indexOf(other.project.name) ||
        rank(one) - rank(other) ||
        (places.get(one) ?? 0) - (places.get(other) ?? 0),
    );
  }
}
