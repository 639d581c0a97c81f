/**
 * What the files inside a slice are for, and which other roles each may import.
 * `endpoints → operations, reads → abilities, store, rules → tables`; `other` are a slice's own modules (a registry, a
 * descriptor) that stand beside the operations.
 */
const MAY_IMPORT = {
  index: ['endpoints', 'operations', 'reads', 'abilities', 'store', 'rules', 'tables', 'render', 'jobs', 'other'],
  endpoints: ['endpoints', 'operations', 'reads', 'abilities', 'rules', 'render', 'other'],
  jobs: ['jobs', 'operations', 'reads', 'abilities', 'store', 'rules', 'tables', 'render', 'other'],
  operations: ['operations', 'reads', 'abilities', 'store', 'rules', 'tables', 'jobs', 'other'],
  reads: ['reads', 'operations', 'abilities', 'store', 'rules', 'tables', 'other'],
  render: ['render', 'rules'],
  other: ['other', 'operations', 'reads', 'abilities', 'store', 'rules', 'tables', 'jobs'],
  abilities: ['abilities', 'store', 'rules', 'tables', 'other'],
  store: ['store', 'rules', 'tables'],
  rules: ['rules', 'tables'],
  tables: ['tables'],
};

/** Types carry no behaviour, so these may be named where the code may not be called. */
const MAY_NAME_TYPES_OF = {
  endpoints: ['tables', 'store'],
  render: ['reads', 'operations', 'store', 'tables', 'other'],
  store: ['other'],
  rules: ['other', 'reads'],
};

const WHY = {
  endpoints: 'an endpoint parses, calls an operation or a read, and renders; move the work there',
  operations: 'operations and reads are below the endpoints; return a value and let the endpoint render it',
  reads: 'operations and reads are below the endpoints; return a view and let the endpoint render it',
  render: 'rendering only renames what a view already holds; put what is missing into the view',
  abilities: 'a check is told everything it needs; load it in the operation or ask the store',
  store: 'the store is below operations and reads; pass it values, not behaviour',
  rules: 'rules are pure; pass in what they need to know',
  tables: 'tables only describe rows',
  jobs: 'a job calls operations and reads, never an endpoint',
  other: 'it stands beside the operations; only app and endpoints sit above them',
};

const FOLDERS = ['endpoints', 'operations', 'reads', 'render', 'jobs', 'rules', 'store', 'abilities', 'tables'];

/** Role of a file by its path inside the slice (sub-folders of a slice have the same roles inside). */
export function roleOf(pathInSlice) {
  // The interface for other slices, and the registration and endpoints for `app`.
  if (pathInSlice === 'index.ts' || pathInSlice === 'slice.ts') return 'index';
  const segments = pathInSlice.split('/');
  const name = segments.pop();
  if (name === 'index.ts' && segments.length === 1 && !FOLDERS.includes(segments[0])) return 'part';
  const folder = segments.findLast((segment) => FOLDERS.includes(segment));
  if (folder) return folder;
  if (/^(store|.+-store|store-.+)\.ts$/.test(name)) return 'store';
  if (/^(abilities|.+-abilities)\.ts$/.test(name)) return 'abilities';
  if (/^(tables|.+-tables)\.ts$/.test(name)) return 'tables';
  return 'other';
}

/** A sentence when `from` may not import `to` inside one slice; undefined when it may. */
export function refuseRole(from, to, isType) {
  // The interface of a part of the slice: opens everything to the slice, and stands beside the operations.
  if (from === 'part' || (to === 'part' && refuseRole(from, 'other', isType) === undefined)) return undefined;
  if (from === 'index' && to === 'part') return undefined;
  if (MAY_IMPORT[from].includes(to)) return undefined;
  if (isType && MAY_NAME_TYPES_OF[from]?.includes(to)) return undefined;
  if (to === 'index') return 'a slice does not go through its own door; import the file itself';
  return `${from} may not import ${to === 'part' ? 'the door of a part' : to}: ${WHY[from]}`;
}
