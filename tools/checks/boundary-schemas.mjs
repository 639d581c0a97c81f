import { scanImports } from './scan-imports.mjs';
import { isTestPath } from './sources.mjs';

const isZod = (specifier) => /^zod(\/|$)/.test(specifier);
const isIn = (folder) => (file) => file.path.startsWith(folder) && !isTestPath(file.path);

/**
 * Imports by which a page would load the schema library, each as `path:line: sentence`. Schemas compile code, which the
 * content policy of the pages refuses, and weigh more than most pages; their types cost nothing. `resolve` answers the
 * repository path of an import.
 */
export function refuseSchemas(files, resolve) {
  const carriers = carriersOf(files.filter(isIn('packages/contract/src/')), resolve);
  const failures = [];
  for (const file of files.filter(isIn('packages/web/src/'))) {
    for (const { specifier, line } of valuesOf(file)) {
      const carrier = isZod(specifier) ? specifier : carriers.get(resolve(file.path, specifier));
      if (carrier !== undefined) failures.push(`${file.path}:${line}: ${sentence(specifier, carrier)}`);
    }
  }
  return failures;
}

const valuesOf = (file) => scanImports(file).filter(({ isType }) => !isType);

/** Files that load zod when they are loaded, each with the file among those it loads that names it. */
function carriersOf(files, resolve) {
  const carriers = new Map();
  for (const file of files) {
    if (valuesOf(file).some(({ specifier }) => isZod(specifier))) carriers.set(file.path, file.path);
  }
  const edges = files.flatMap((file) =>
    valuesOf(file).map(({ specifier }) => ({ from: file.path, to: resolve(file.path, specifier) })),
  );
  for (let before = -1; before < carriers.size;) {
    before = carriers.size;
    for (const { from, to } of edges) {
      if (carriers.has(to) && !carriers.has(from)) carriers.set(from, carriers.get(to));
    }
  }
  return carriers;
}

function sentence(specifier, carrier) {
  const way = specifier === carrier ? '' : ` through ${carrier}`;
  return `the web may not load zod${way}: import only types from there, or move the value to a file without schemas`;
}
