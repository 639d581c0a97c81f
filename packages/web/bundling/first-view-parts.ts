import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Files that only pass on what others hold: who imports one needs little of it. */
const BARREL = /node_modules[\\/](?:radix-ui|lucide-react)[\\/]/;

const icons = fileURLToPath(new URL('dist/esm/icons/', import.meta.resolve('lucide-react/package.json')));
const sources = fileURLToPath(new URL('../src/', import.meta.url));

/** The module that a name of an icon stands for, which may be another name's. */
function iconModule(name: string): string {
  const kebab = name.replace(/([a-z])([A-Z\d])|(\d)([A-Z])/g, '$1$3-$2$4').toLowerCase();
  const file = path.join(icons, `${kebab}.mjs`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, meant] = /export \{ default \} from '\.\/([\w-]+\.mjs)'/.exec(text) ?? [];
  return meant === undefined ? file : path.join(icons, meant);
}

/** The modules of the icons that a file of ours names. */
function iconsOf(id: string): string[] {
  if (!id.startsWith(sources) || !id.endsWith('.tsx')) return [];
  const [, names = ''] = /import \{([^}]*)\} from 'lucide-react'/.exec(readFileSync(id, 'utf8')) ?? [];
  return names
    .split(',')
    .map((each) => each.replace(/ as .*/, '').trim())
    .filter((name) => /^[A-Z]/.test(name))
    .map(iconModule);
}

/** These modules with all that they need at once. */
function needsOf(starts: readonly string[], modules: Modules): Set<string> {
  const needs = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needs.has(id)) continue;
    needs.add(id);
    const imported = modules.getModuleInfo(id)?.importedIds ?? [];
    open.push(...imported.filter((each) => !BARREL.test(each)), ...iconsOf(id));
  }
  return needs;
}

const pages = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.page.tsx'))
  .map((name) => path.join(sources, name));
const entry = path.join(sources, 'main.tsx');
const requestPage = path.join(sources, 'merge-requests/pages/merge-request-show.page.tsx');
const changesTab = path.join(sources, 'merge-requests/changes/changes-tab.tsx');
const changesView = path.join(sources, 'merge-requests/changes/changes-view.tsx');
const diffTable = path.join(sources, 'ui/diff/diff-table.tsx');

/** The files of the first view of changes, by name. */
export const FIRST_VIEW = ['base', 'lines', 'merge-request', 'changes', 'merge-request-show.page', 'changes-tab'];

let parts: Map<string, Set<string>> | undefined;

/**
 * The part of the first view of changes that a module belongs to: a few files instead of the sixty that each small piece
 * shared by any two pages would make. What every page needs is the base; what some need is apart from what no other does.
 */
export function partOf(id: string, modules: Modules): string | null {
  // It waits for its tabs, and they for what it shares with them: in one file with that, nobody would ever be ready.
  if (id === requestPage) return null;
  if (!parts) {
    const others = pages.filter((page) => page !== requestPage).map((page) => needsOf([page], modules));
    const anyOf = (sets: Set<string>[]) => new Set(sets.flatMap((set) => [...set]));
    const ofAll = needsOf([entry], modules);
    const ofRequests = needsOf([requestPage, changesTab], modules);
    // All pages but two need something of what those without lines share with requests.
    const ofMost = anyOf(others.filter((needs) => !needs.has(diffTable))).intersection(ofRequests);
    parts = new Map([
      ['base', ofAll.union(ofMost)],
      ['lines', anyOf(others.filter((needs) => !needs.has(changesView))).intersection(ofRequests)],
      ['merge-request', needsOf([requestPage], modules)],
      ['changes', needsOf([changesTab], modules)],
    ]);
  }
  const [name] = [...parts].find(([, part]) => part.has(id)) ?? [];
  return name ?? null;
}
