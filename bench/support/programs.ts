import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs of the machine, with the Debian package that brings each. */
const packages = {
  nginx: "nginx",
  wrk: "wrk",
  pgbench: "postgresql",
  postgres: "postgresql",
  initdb: "postgresql",
  pg_basebackup: "postgresql",
  pgbouncer: "pgbouncer",
  haproxy: "haproxy",
  faketime: "faketime",
};

export type ProgramName = keyof typeof packages;

export function findProgram(name: ProgramName): string {
  const path = searchedFolders()
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
  if (path === undefined) throw new Error(`${name} is missing: apt install ${packages[name]}`);
  return path;
}

/** @returns the Debian packages to install */
export function findMissingPackages(names: ProgramName[]): string[] {
  const missing = names.filter((name) => !searchedFolders().some((folder) => existsSync(join(folder, name))));
  return [...new Set(missing.map((name) => packages[name]))];
}

/** Debian keeps the programs of PostgreSQL by version, and those of administrators out of the ordinary path. */
function searchedFolders(): string[] {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  return [
    ...versions.map((version) => join(root, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
  ];
}
