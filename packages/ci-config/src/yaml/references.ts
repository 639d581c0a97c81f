import { ConfigFailure } from '../diagnostics.ts';
import { MAX_REFERENCE_DEPTH } from '../limits.ts';
import { entriesOf, list, map, type YamlMap, type YamlNode, type YamlReference, valueOf } from './tree.ts';

/** Replaces every `!reference [a, b]` by the value at that path of `root`. Throws for missing and circular ones. */
export const resolveReferences = (node: YamlNode, root: YamlMap): YamlNode => new ReferenceResolver(root).visit(node);

class ReferenceResolver {
  readonly #root: YamlMap;
  readonly #resolved = new Map<string, YamlNode>();
  /** References that are being resolved. */
  readonly #open: string[] = [];

  constructor(root: YamlMap) {
    this.#root = root;
  }

  visit(node: YamlNode): YamlNode {
    if (node.kind === 'reference') return this.#resolve(node);
    if (node.kind === 'list') {
      const items = node.items.map((item) => this.visit(item));
      return items.every((item, index) => item === node.items[index]) ? node : list(items, node.at);
    }
    if (node.kind !== 'map') return node;
    const entries = entriesOf(node).map((entry) => {
      const value = this.visit(entry.value);
      return value === entry.value ? entry : { ...entry, value };
    });
    return entries.every((entry) => entry === node.entries.get(entry.key)) ? node : map(entries, node.at);
  }

  #resolve(node: YamlReference): YamlNode {
    const name = `!reference [${node.path.map((key) => JSON.stringify(key)).join(', ')}]`;
    const known = this.#resolved.get(name);
    if (known) return known;
    const fail = (problem: string, expected: string) =>
      new ConfigFailure(node.at, `${name} ${problem}`, '!reference', expected);
    if (this.#open.includes(name)) throw fail('is part of a circular chain', 'references without a cycle');
    if (this.#open.length >= MAX_REFERENCE_DEPTH)
      throw fail('is nested too deep', `at most ${MAX_REFERENCE_DEPTH} levels`);
    this.#open.push(name);
    const found = this.#find(node.path);
    if (found === undefined) throw fail('could not be found', 'the path of an existing key');
    const resolved = this.visit(found);
    this.#open.pop();
    this.#resolved.set(name, resolved);
    return resolved;
  }

  /** The path may lead through other references. */
  #find(path: readonly string[]): YamlNode | undefined {
    let node: YamlNode | undefined = this.#root;
    for (const key of path) {
      node = valueOf(node, key);
      if (node?.kind === 'reference') node = this.#resolve(node);
      if (node === undefined) return undefined;
    }
    return node;
  }
}
