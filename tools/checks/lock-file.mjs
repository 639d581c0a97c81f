/** The lock file: no download addresses, an integrity for what is installed, and the packages of every platform. */
export function checkLockFile(sources) {
  const file = sources.find((source) => source.path === 'package-lock.json');
  if (!file) return { failures: ['there is no package-lock.json'], checked: 1 };
  const failures = [];
  if (/"resolved":\s*"(?:https?|git)[+:]/.test(file.text)) {
    failures.push(
      'package-lock.json names download addresses; install with the .npmrc of this folder (omit-lockfile-registry-resolved)',
    );
  }
  const packages = JSON.parse(file.text).packages;
  const missing = missingPlatformPackages(packages);
  if (missing.length > 0) {
    failures.push(
      `package-lock.json lacks ${missing.length} packages for other platforms (${missing[0].name}, …), so npm ci refuses it; ` +
        'add them with: node tools/complete-lock.mjs',
    );
  }
  return { failures, checked: Object.keys(packages).length };
}

/** Optional packages that another package names and the lock file leaves out, as `{ name, version, from }`. */
export function missingPlatformPackages(packages) {
  const missing = [];
  for (const [path, from] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(from.optionalDependencies ?? {})) {
      const isKnown = placesFor(path, name).some((place) => packages[place]);
      // Packages for WebAssembly have dependencies of their own, and npm does not miss them.
      if (!isKnown && !name.includes('wasm32')) missing.push({ name, version, from });
    }
  }
  return missing;
}

/** Where Node looks for a package from a place in the tree, nearest first. */
function placesFor(path, name) {
  const places = [];
  for (let base = path; base !== ''; base = base.slice(0, Math.max(0, base.lastIndexOf('node_modules/') - 1))) {
    places.push(`${base}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}

/** The entry that npm would write for a platform package, told from its name. */
export function platformEntry({ name, version, from }) {
  const match = /(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+?)(?:-(.+))?$/.exec(name);
  if (!match) throw new Error(`${name}: its name says no platform; add it to package-lock.json by hand`);
  const [, os, cpu, abi = ''] = match;
  return {
    version,
    cpu: [cpu],
    ...(from.dev && { dev: true }),
    ...(os === 'linux' && /^(gnu|musl)/.test(abi) && { libc: [abi.startsWith('gnu') ? 'glibc' : 'musl'] }),
    ...(from.license && { license: from.license }),
    optional: true,
    os: [os],
    ...(from.engines && { engines: from.engines }),
  };
}
