import { ConfigFailure, type SourceLocation } from '../diagnostics.ts';
import { MAX_DEPTH, MAX_NODES } from '../limits.ts';

export type ScalarValue = string | number | boolean | null;

interface NodeBase {
  readonly at: SourceLocation;
  /** Nodes of this subtree, shared ones counted each time. */
  readonly size: number;
  readonly depth: number;
}

export interface YamlScalar extends NodeBase {
  readonly kind: 'scalar';
  readonly value: ScalarValue;
}

export interface YamlList extends NodeBase {
  readonly kind: 'list';
  readonly items: readonly YamlNode[];
}

export interface YamlEntry {
  readonly key: string;
  readonly at: SourceLocation;
  readonly value: YamlNode;
}

export interface YamlMap extends NodeBase {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

/** `!reference [job, key]` before it is resolved. */
export interface YamlReference extends NodeBase {
  readonly kind: 'reference';
  readonly path: readonly string[];
}

/** A value of a configuration with the position it was written at. Immutable, so that aliases share nodes. */
export type YamlNode = YamlScalar | YamlList | YamlMap | YamlReference;

export const scalar = (value: ScalarValue, at: SourceLocation): YamlScalar => ({
  kind: 'scalar',
  value,
  at,
  size: 1,
  depth: 1,
});

export const reference = (path: readonly string[], at: SourceLocation): YamlReference => ({
  kind: 'reference',
  path,
  at,
  size: 1,
  depth: 1,
});

export function list(items: readonly YamlNode[], at: SourceLocation): YamlList {
  return { kind: 'list', items, at, ...measure(items, at) };
}

export function map(entries: Iterable<YamlEntry>, at: SourceLocation): YamlMap {
  const byKey = new Map<string, YamlEntry>();
  for (const entry of entries) byKey.set(entry.key, entry);
  const values = Array.from(byKey.values(), (entry) => entry.value);
  return { kind: 'map', entries: byKey, at, ...measure(values, at) };
}

/** The size and depth of a node with these children. Throws where a limit is passed, before anything is expanded. */
function measure(children: readonly YamlNode[], at: SourceLocation): { size: number; depth: number } {
  let size = 1;
  let depth = 0;
  for (const child of children) {
    size += child.size;
    depth = Math.max(depth, child.depth);
  }
  if (size > MAX_NODES)
    throw new ConfigFailure(at, 'The parsed YAML is too big', '', `at most ${MAX_NODES} values after expansion`);
  if (depth >= MAX_DEPTH)
    throw new ConfigFailure(at, 'The parsed YAML is too deep', '', `at most ${MAX_DEPTH} levels of nesting`);
  return { size, depth: depth + 1 };
}

export const entriesOf = (node: YamlNode | undefined): YamlEntry[] =>
  node?.kind === 'map' ? [...node.entries.values()] : [];

export const valueOf = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.kind === 'map' ? node.entries.get(key)?.value : undefined;

/** The map without some keys. */
export const omit = (node: YamlMap, ...keys: string[]): YamlMap =>
  map(
    entriesOf(node).filter((entry) => !keys.includes(entry.key)),
    node.at,
  );

/** `over` on top of `base`: maps are merged, everything else is replaced. */
export function deepMerge(base: YamlNode, over: YamlNode): YamlNode {
  if (base.kind !== 'map' || over.kind !== 'map') return over;
  const merged = new Map(base.entries);
  for (const entry of over.entries.values()) {
    const before = merged.get(entry.key);
    merged.set(entry.key, before ? { ...entry, value: deepMerge(before.value, entry.value) } : entry);
  }
  return map(merged.values(), over.at);
}

export const deepMergeMaps = (base: YamlMap, over: YamlMap): YamlMap => {
  const merged = deepMerge(base, over);
  return merged.kind === 'map' ? merged : over;
};

export type PlainValue = ScalarValue | PlainValue[] | { [key: string]: PlainValue };

/** The value without positions; unresolved references become lists. */
export function toPlain(node: YamlNode): PlainValue {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toPlain);
  if (node.kind === 'reference') return [...node.path];
  return Object.fromEntries(entriesOf(node).map((entry) => [entry.key, toPlain(entry.value)]));
}

/** The tree of a plain value, all at one position. */
export function fromPlain(value: PlainValue, at: SourceLocation): YamlNode {
  if (Array.isArray(value))
    return list(
      value.map((item) => fromPlain(item, at)),
      at,
    );
  if (value === null || typeof value !== 'object') return scalar(value, at);
  return map(
    Object.entries(value).map(([key, item]) => ({ key, at, value: fromPlain(item, at) })),
    at,
  );
}
