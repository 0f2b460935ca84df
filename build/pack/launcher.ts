import { machine, type } from "node:os";

import { release } from "#server/settings/release.ts";
import { startFile, startOptions, startVariables } from "#server/start-options.ts";

/** What is read of package.json. */
export type Manifest = {
  name: string;
  version: string;
  license: string;
  type: string;
  imports: Record<string, string>;
  scripts: Record<string, string>;
};

/** Scripts of package.json that a pack's operator has as well; one that is not there is left out. */
const operatorCommands = [
  "setup",
  "doctor",
  "check:production",
  "check:settings",
  "update",
  "rollback",
  "admin",
  "deliveries",
  "settings",
  "backup",
  "restore",
  "move",
];

/** @returns the scripts of package.json that the launcher runs, by their name; all are `node [option…] FILE.ts` */
export function listCommands({ scripts }: Manifest): Record<string, string> {
  const found = operatorCommands.flatMap((name) => (scripts[name] === undefined ? [] : [[name, scripts[name]]]));
  return Object.fromEntries(found) as Record<string, string>;
}

/**
 * The program at the top of a pack, for any POSIX shell: it says when the pack is for another machine, goes to its own
 * folder and runs what package.json runs, on the Node beside it.
 */
export function writeLauncher(manifest: Manifest): string {
  const commands = listCommands(manifest);
  const defaults = Object.entries(startVariables).map(([name, value]) => `: "\${${name}:=${value}}"; export ${name}`);
  const start = ["node", ...startOptions, startFile].join(" ");
  const usage = `Usage: ./ariane ${["start", ...Object.keys(commands), "--version"].join("|")} [ARGUMENT…]`;
  const glibc = "glibc 2.28 or newer (Debian 10, Ubuntu 20.04, RHEL 8; Alpine has another C library)";
  const lines = [
    "#!/bin/sh",
    `# ${manifest.name} ${manifest.version}. The settings are those of docs/configuration.md.`,
    "set -eu",
    'fail() { echo "$1" >&2; exit 1; }',
    "",
    'here="$(uname -s) $(uname -m)"',
    `[ "$here" = "${type()} ${machine()}" ] ||`,
    `  fail "This pack is for ${type()} ${machine()}, and this machine is $here: make one there, with npm run pack."`,
    "# As npm does: a file that an argument names is looked for where the caller is.",
    "INIT_CWD=${INIT_CWD:-$PWD}; export INIT_CWD",
    "# The folder as it was named: an update lets that link lead to the next one.",
    'ARIANE_LINK=$(cd -L -- "$(dirname -- "$0")" && pwd -L); export ARIANE_LINK',
    'cd -- "$(dirname -- "$(readlink -f -- "$0")")"',
    "PATH=$PWD/bin:$PATH; export PATH",
    "bin/node --version >/dev/null 2>&1 ||",
    `  fail "The Node of this pack does not run here: it needs ${glibc}, and a folder that may hold programs."`,
    "",
    "command=${1:-}",
    "[ $# -eq 0 ] || shift",
    'case "$command" in',
    `  --version) echo "${manifest.version} ${release.commit}" ;;`,
    `  start) ${defaults.join("; ")}; exec ${start} "$@" ;;`,
    ...Object.entries(commands).map(([name, command]) => `  ${name}) exec ${command} "$@" ;;`),
    `  *) fail "${usage}" ;;`,
    "esac",
  ];
  return `${lines.join("\n")}\n`;
}
