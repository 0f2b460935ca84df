import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

type Step = { file: string } & ({ before: string; after: string } | { text: string; before?: undefined });

export type Recipe = {
  name: string;
  /** How many files it says that one writes. */
  stated: number;
  steps: readonly Step[];
  /** Writes the generated parts of the schema files; prints the migration, where one was generated. */
  command: string | undefined;
};

/** The stamp of a recipe's migration is the clock's; here it sorts after every other. */
const stamp = "29990101000000";
const stated: Partial<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  twenty: 20,
};

/** Each file of `docs/recipes`: a block « diff FILE » changes a file, a block « new FILE » makes one. */
export const recipes: readonly Recipe[] = globSync("docs/recipes/*.md").toSorted().map(readRecipe);

export function recipeOf(name: string): Recipe {
  const found = recipes.find((each) => each.name === name);
  if (!found) throw new Error(`docs/recipes has no ${name}.md.`);
  return found;
}

function readRecipe(path: string): Recipe {
  const text = readFileSync(path, "utf8");
  const said = /^Files: (\w+)/m.exec(text)?.[1] ?? "";
  const blocks = [...text.matchAll(/^```(diff|new) (\S+)\n(.*?)^```$/gms)];
  return {
    name: basename(path, ".md"),
    stated: stated[said] ?? 0,
    steps: blocks.map(([, kind, file = "", block = ""]) => readStep(kind === "new", file, block)),
    command: /node scripts\/\S+/.exec(text)?.[0],
  };
}

function readStep(isNew: boolean, named: string, block: string): Step {
  const file = named.replace("YYYYMMDDHHMMSS", stamp);
  if (isNew) return { file, text: block };
  const lines = block.trimEnd().split("\n");
  const without = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join("\n");
  return { file, before: without("+"), after: without("-") };
}

export const filesOf = ({ steps }: Recipe): string[] => [...new Set(steps.map(({ file }) => file))];

/** @param read the text of a file, or nothing where there is none @returns the files that the steps leave, by name */
export function follow(steps: readonly Step[], read: (file: string) => string | undefined): Map<string, string> {
  const written = new Map<string, string>();
  for (const step of steps) {
    const text = written.get(step.file) ?? read(step.file);
    if (step.before === undefined) {
      if (text !== undefined) throw new Error(`${step.file} is there already.`);
      written.set(step.file, step.text);
      continue;
    }
    const { before, after } = step;
    if (text?.split(before).length !== 2) throw new Error(`${step.file} is not as the recipe has it:\n${before}`);
    written.set(
      step.file,
      text.replace(before, () => after),
    );
  }
  return written;
}

const copied = [
  "app",
  "build",
  "content",
  "design",
  "domain",
  "engine",
  "kit",
  "scripts",
  "server",
  "subjects",
  "supabase",
  "package.json",
  "site.config.ts",
  "tsconfig.json",
];

/** The tree without its tests, after these recipes: its migrations are those that they made. */
export function copyAfter(followed: readonly Recipe[]) {
  const folder = mkdtempSync(join(tmpdir(), "recipe-"));
  for (const name of copied) {
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const migrations = followed.flatMap(({ steps, command }) => {
    for (const [file, text] of follow(steps, (name) => readIn(folder, name))) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const [program = "", script = ""] = command?.split(" ") ?? [];
    const made = command ? execFileSync(program, [script], { cwd: folder, encoding: "utf8" }).trim() : "";
    const migrations = steps.map(({ file }) => file).filter((file) => file.startsWith("supabase/migrations/"));
    return made === "" ? migrations : [...migrations, made];
  });
  return {
    folder,
    migrations: migrations.map((file) => join(folder, file)),
    /** A module of the copy. */
    load: async <Module extends Record<string, unknown>>(file: string): Promise<Module> =>
      (await import(/* @vite-ignore */ join(folder, file))) as Module,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readIn(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return undefined;
  }
}

export const readSource = (file: string) => readIn(".", file);
