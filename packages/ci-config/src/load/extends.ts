import type { Diagnostics } from '../diagnostics.ts';
import { MAX_EXTENDS_DEPTH } from '../limits.ts';
import { deepMerge, entriesOf, map, type YamlMap, type YamlNode, valueOf } from '../yaml/tree.ts';

/** Merges every entry on top of the entries it extends. */
export function resolveExtends(root: YamlMap, diagnostics: Diagnostics): YamlMap {
  const resolver = new ExtendsResolver(root, diagnostics);
  const entries = entriesOf(root).map((entry) => ({ ...entry, value: resolver.resolve(entry.key) ?? entry.value }));
  return map(entries, root.at);
}

interface Resolved {
  readonly value: YamlNode;
  /** How many levels of parents it has. */
  readonly depth: number;
}

class ExtendsResolver {
  readonly #root: YamlMap;
  readonly #diagnostics: Diagnostics;
  readonly #resolved = new Map<string, Resolved>();
  /** Names from the entry that is resolved to its farthest parent. */
  readonly #chain: string[] = [];

  constructor(root: YamlMap, diagnostics: Diagnostics) {
    this.#root = root;
    this.#diagnostics = diagnostics;
  }

  resolve(name: string): YamlNode | undefined {
    return this.#resolve(name)?.value;
  }

  #resolve(name: string): Resolved | undefined {
    const known = this.#resolved.get(name);
    const own = valueOf(this.#root, name);
    if (known || own?.kind !== 'map') return known;
    if (this.#chain.includes(name)) return this.#fail(name, 'circular dependency detected in `extends`', 'no cycle');
    // A longer chain is refused already, and its parents need not be read.
    if (this.#chain.length > MAX_EXTENDS_DEPTH)
      return this.#fail(this.#chain[0] ?? name, 'nesting too deep in `extends`', `at most ${MAX_EXTENDS_DEPTH} levels`);
    this.#chain.push(name);
    const parents = this.#parents(name, own).flatMap((parent) => this.#resolve(parent) ?? []);
    this.#chain.pop();
    const depth = parents.reduce((most, parent) => Math.max(most, parent.depth + 1), 0);
    if (depth > MAX_EXTENDS_DEPTH)
      this.#fail(name, 'nesting too deep in `extends`', `at most ${MAX_EXTENDS_DEPTH} levels`);
    const [first, ...others] = parents.map((parent) => parent.value);
    const merged = first && others.reduce(deepMerge, first);
    const resolved = { value: merged ? deepMerge(merged, own) : own, depth };
    this.#resolved.set(name, resolved);
    return resolved;
  }

  #parents(name: string, own: YamlMap): string[] {
    const node = own.entries.get('extends')?.value;
    if (!node || (node.kind === 'scalar' && node.value === null)) return [];
    const items = node.kind === 'list' ? node.items : [node];
    const names = items.flatMap((item) => (item.kind === 'scalar' && item.value !== null ? [String(item.value)] : []));
    if (names.length !== items.length) {
      const message = `jobs:${name} extends should be an array of strings or a string`;
      this.#diagnostics.error(node.at, `jobs:${name}:extends`, message, 'names of jobs');
      return [];
    }
    const unknown = names.filter((each) => valueOf(this.#root, each)?.kind !== 'map');
    if (unknown.length > 0) {
      const message = `${name}: unknown keys in \`extends\` (${unknown.join(', ')})`;
      this.#diagnostics.error(node.at, `jobs:${name}:extends`, message, 'names of jobs of this configuration');
    }
    return names.filter((each) => !unknown.includes(each));
  }

  #fail(name: string, message: string, expected: string): undefined {
    const at = this.#root.entries.get(name)?.at ?? this.#root.at;
    this.#diagnostics.error(at, `jobs:${name}:extends`, `${name}: ${message}`, expected);
    return undefined;
  }
}
