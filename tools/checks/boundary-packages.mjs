import { lineAt } from './sources.mjs';

/** Which packages of the workspace each package may import. */
const MAY_USE = {
  contract: [],
  'ci-config': [],
  git: ['contract'],
  server: ['contract', 'ci-config', 'git'],
  web: ['contract'],
  runner: ['contract'],
};

const WHY_NOT = {
  contract: 'contract is pure and stands left of everything; move what it needs into contract',
  'ci-config': 'ci-config is pure and knows only its own input; pass in what it needs',
  git: 'git knows no users and no database; pass in what it needs',
  server: 'the server talks to the web and the runner through contract only',
  web: 'the web knows the server through contract and HTTP only; move shared shapes and rules to contract',
  runner: 'the runner knows the server through its public API only',
};

/** Packages without I/O, which run in a browser too, and the libraries that each of them may use. */
const PURE = { contract: ['zod'], 'ci-config': ['re2js', 'yaml'] };

const OUTSIDE_GLOBALS = /(?<![\w$.'"-])(process|Buffer|document|window|localStorage|sessionStorage|navigator)\s*[.[(]/g;

/** A sentence when a package may not import another package or library, else undefined. `to` is set inside the workspace. */
export function refusePackage(from, found, to) {
  if (to) return refuseWorkspace(from, found, to);
  const { specifier } = found;
  const libraries = from.isTest ? undefined : PURE[from.package];
  if (libraries) {
    if (specifier.startsWith('node:'))
      return `${from.package} may not use ${specifier}: it runs in the browser too; do it in server or git and pass the value`;
    if (!libraries.includes(specifier)) return `${from.package} may not use ${specifier}: only ${libraries.join(', ')}`;
  }
  if (from.package === 'web' && specifier.startsWith('node:') && !from.isTest && from.path.includes('/src/')) {
    return `the web may not use ${specifier}: it runs in a browser`;
  }
  return undefined;
}

function refuseWorkspace(from, found, to) {
  if (from.isTest && from.package === 'web' && to.package === 'contract') return undefined;
  if (!MAY_USE[from.package]?.includes(to.package)) {
    return `${from.package} may not import ${to.package}: ${WHY_NOT[from.package] ?? 'it is not on the list in tools/checks/boundary-packages.mjs'}`;
  }
  if (found.specifier.startsWith('.'))
    return `do not climb into another package: import it as @tributary/${to.package}`;
  return undefined;
}

/** Uses of what only Node or only a browser has, inside a pure package; each as `:line: sentence`. */
export function refuseContract(file) {
  const [, name] = /^packages\/([^/]+)\/src\//.exec(file.path) ?? [];
  if (!Object.hasOwn(PURE, name) || file.isTest) return [];
  return [...file.code.matchAll(OUTSIDE_GLOBALS)].map(
    (match) =>
      `:${lineAt(file.code, match.index)}: ${name} may not use ${match[1]}: it is pure and runs on both sides; take the value as a parameter`,
  );
}
