import { posix } from 'node:path';
import { refuseContract, refusePackage } from './boundary-packages.mjs';
import { refuseGate } from './boundary-gates.mjs';
import { refuseSchemas } from './boundary-schemas.mjs';
import { LADDER, PLUMBING, SLICES, WEB_LADDER, rungOf } from './ladder.mjs';
import { scanImports } from './scan-imports.mjs';
import { refuseRole, roleOf } from './slice-roles.mjs';
import { isTestPath } from './sources.mjs';

/** Checks every import of the code against the ladder, the roles inside a slice and the gates. */
export function checkBoundaries(sources) {
  const failures = [];
  const files = sources.filter((source) => source.isCode && source.path.startsWith('packages/'));
  for (const file of files) {
    for (const problem of unknownZone(file.path)) failures.push(`${file.path}: ${problem}`);
    for (const problem of refuseContract(file)) failures.push(`${file.path}${problem}`);
    for (const found of scanImports(file)) {
      const refusal = refuseImport(file.path, found);
      if (refusal) failures.push(`${file.path}:${found.line}: ${refusal}`);
    }
  }
  failures.push(...refuseSchemas(files, resolveTarget));
  return { failures, checked: files.length };
}

/** A sentence when `path` may not have this import, else undefined. */
export function refuseImport(path, found) {
  const target = resolveTarget(path, found.specifier);
  const from = { path, isTest: isTestPath(path), ...placeOf(path) };
  if (target === undefined) return refusePackage(from, found) ?? refuseGate(from, found);
  const to = { path: target, isTest: isTestPath(target), ...placeOf(target) };
  if (to.isTest && !from.isTest) return 'test code may only be imported from tests';
  if (from.package !== to.package) return refusePackage(from, found, to) ?? refuseGate(from, found, to);
  if (from.package === 'server') return refuseServer(from, to, found) ?? refuseGate(from, found, to);
  if (from.package === 'web') return refuseWeb(from, to);
  return undefined;
}

/** Repository path of a relative or workspace import; undefined for everything else. */
function resolveTarget(path, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const workspace = /^@tributary\/([a-z-]+)(?:\/(.+))?$/.exec(specifier);
  return workspace ? `packages/${workspace[1]}/src/${workspace[2] ?? 'index.ts'}` : undefined;
}

/** `{ package, zone, inZone }` of a path below packages/. */
function placeOf(path) {
  const [, packageName, source, zone, ...rest] = path.split('/');
  return { package: packageName, zone: source === 'src' && rest.length > 0 ? zone : source, inZone: rest.join('/') };
}

function unknownZone(path) {
  const { package: packageName, zone } = placeOf(path);
  if (isTestPath(path) || !path.includes('/src/')) return [];
  const ladder = { server: LADDER, web: WEB_LADDER }[packageName];
  if (!ladder || ladder.includes(zone) || isEntry(path)) return [];
  return [`there is no "${zone}" on the ladder; put it into a slice, or add a rung in tools/checks/ladder.mjs`];
}

/** The file a page starts from; it stands above everything. */
const isEntry = (path) => path === 'packages/web/src/main.tsx' || path.endsWith('.d.ts');

function refuseServer(from, to, found) {
  if (from.isTest) return refuseFromTest(from, to);
  if (from.zone === to.zone) {
    return SLICES.includes(from.zone) ? refuseRole(roleOf(from.inZone), roleOf(to.inZone), found.isType) : undefined;
  }
  const refusal = refuseDirection(LADDER, from, to);
  if (refusal) return refusal;
  if (PLUMBING.has(to.zone) || to.inZone === 'index.ts') return undefined;
  if (from.zone === 'app') {
    const role = roleOf(to.inZone);
    return role === 'store' || role === 'rules'
      ? `app sees all slices, but not their ${role}; import ${to.zone}/index.ts, an endpoint, a job or tables`
      : undefined;
  }
  return `${to.zone} has one door: import from ${to.zone}/index.ts, and export there what you need`;
}

/** Tests may look at any interface and at everything of their own slice, but not into the rooms of others. */
function refuseFromTest(from, to) {
  if (!SLICES.includes(from.zone) || !SLICES.includes(to.zone) || from.zone === to.zone) return undefined;
  if (to.inZone === 'index.ts' || to.isTest) return undefined;
  return `a test of ${from.zone} may use ${to.zone}/index.ts and ${to.zone}/testing.ts, not its inside`;
}

function refuseDirection(ladder, from, to) {
  if (rungOf(ladder, to.zone) < rungOf(ladder, from.zone)) return undefined;
  if (to.zone === 'app')
    return `app may not be imported from ${from.zone}: app composes the slices and nobody knows it; take what you need as a parameter`;
  if (PLUMBING.has(from.zone)) {
    return `${to.zone} may not be imported from ${from.zone}: plumbing knows no slice; take a function or a registry entry as a parameter and let app pass it`;
  }
  return (
    `${to.zone} may not be imported from ${from.zone}: it stands to the right on the ladder; ` +
    'publish an event through the outbox, or register a descriptor (see docs/guides/add-a-noteable.md)'
  );
}

/** What makes the build, beside what is built. */
const isOfBuild = (path) => !path.startsWith('packages/web/src/');

function refuseWeb(from, to) {
  if (from.isTest || from.zone === to.zone || isEntry(from.path) || isOfBuild(from.path)) return undefined;
  if (isOfBuild(to.path)) return `${to.zone} makes the build; what is built may not import it`;
  if (rungOf(WEB_LADDER, to.zone) < rungOf(WEB_LADDER, from.zone)) return undefined;
  if (from.zone === 'ui')
    return `ui may not import ${to.zone}: the design system has no domain words; take it as a property`;
  if (from.zone === 'lib')
    return `lib may not import ${to.zone}: it knows neither slices nor components; take it as a parameter`;
  if (from.zone === 'app') {
    return `app may not import ${to.zone}: it finds pages by their file names; let the slice use app, or move what is shared to lib or ui`;
  }
  return `${to.zone} may not be imported from ${from.zone}: it stands to the right on the ladder; take it as a property, or let the page that knows both pass it`;
}
