/**
 * Runs `npm ci` if the dependencies are missing or aren't those of package-lock.json: before npm start and npm test, so
 * that both work in a fresh clone. The Node that runs the other scripts is one of the dependencies: npm puts it first on
 * the PATH. Any Node runs this file, since npm's own Node does in a fresh clone.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * The package with the Node. It's for Linux alone: npm has no current one for macOS, and on Windows a program can't be
 * replaced while it runs. Elsewhere, the Node that runs npm must be new enough.
 */
const OWN_NODE = `node_modules/node-${process.platform}-${process.arch}`;
/** As in "engines" of package.json. */
const OLDEST = { major: 22, minor: 19 };

if (!isInstalled()) {
  console.error("Installing the dependencies (once, and after package-lock.json has changed)");
  const command = "npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error";
  const { status } = spawnSync(command, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) {
    console.error("The dependencies could not be installed. Check the network and npm's settings.");
    process.exit(status ?? 1);
  }
}
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const isOld = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
if (isOld && !existsSync(OWN_NODE)) {
  console.error(`Node ${OLDEST.major}.${OLDEST.minor} or later is needed, and this is ${process.versions.node}.`);
  process.exit(1);
}

/** Compares what npm recorded when it last finished with what package-lock.json asks for. */
function isInstalled() {
  const present = readPackages("node_modules/.package-lock.json");
  const wanted = readPackages("package-lock.json");
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
    const found = present[path];
    // Packages for other platforms are optional, and aren't there.
    const isOmitted = path !== OWN_NODE && (optional ?? devOptional ?? peer);
    return path === "" || (found ? found.version === version : isOmitted);
  });
}

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} Package */

function readPackages(/** @type {string} */ file) {
  /** @type {{ packages: Record<string, Package> }} */
  const { packages } = JSON.parse(existsSync(file) ? readFileSync(file, "utf8") : '{"packages":{}}');
  return packages;
}
