import type { Diagnostics, SourceLocation } from '../diagnostics.ts';
import { parseDuration } from '../text/duration.ts';
import { entriesOf, type YamlEntry, type YamlNode, valueOf } from '../yaml/tree.ts';

/** A value at a key, with readers that report what does not fit. A missing value and a null read as undefined. */
export class Field {
  readonly node: YamlNode | undefined;
  readonly at: SourceLocation;
  readonly path: string;
  readonly #diagnostics: Diagnostics;
  /** The subject of messages about the value itself: its parent and its name in words, as in `jobs:test start in`. */
  readonly #subject: string;

  constructor(node: YamlNode | undefined, at: SourceLocation, path: string, diagnostics: Diagnostics, subject = path) {
    this.node = node?.kind === 'scalar' && node.value === null ? undefined : node;
    this.at = node?.at ?? at;
    this.path = path;
    this.#diagnostics = diagnostics;
    this.#subject = subject;
  }

  get isPresent(): boolean {
    return this.node !== undefined;
  }

  /** An error about the entry: `jobs:test:script config …`. */
  fail(message: string, expected: string | null = null, at: SourceLocation = this.at): undefined {
    this.#diagnostics.error(at, this.path, `${this.path} ${message}`, expected);
    return undefined;
  }

  /** An error about a simple value: `jobs:test start in …`. */
  failValue(message: string, expected: string | null = null): undefined {
    this.#diagnostics.error(this.at, this.path, `${this.#subject} ${message}`, expected);
    return undefined;
  }

  get(key: string): Field {
    const node = valueOf(this.node, key);
    const entryAt = this.node?.kind === 'map' ? this.node.entries.get(key)?.at : undefined;
    return new Field(
      node,
      entryAt ?? this.at,
      `${this.path}:${key}`,
      this.#diagnostics,
      `${this.path} ${key.replaceAll('_', ' ')}`,
    );
  }

  has(key: string): boolean {
    return this.node?.kind === 'map' && this.node.entries.has(key);
  }

  entries(): YamlEntry[] {
    return entriesOf(this.node);
  }

  /** The fields of a list; a single value is a list of one. */
  items(): Field[] {
    const { node } = this;
    if (!node) return [];
    const items = node.kind === 'list' ? node.items : [node];
    return items.map((item) => new Field(item, item.at, this.path, this.#diagnostics));
  }

  /** The same value under another name in messages. */
  named(name: string): Field {
    return new Field(this.node, this.at, name, this.#diagnostics);
  }

  /** The same value, whose messages read as those of an entry: `jobs:test:retry config …`. */
  asEntry(): Field {
    return new Field(this.node, this.at, this.path, this.#diagnostics, `${this.path} config`);
  }

  /** True for a mapping with no other keys than these; reports everything else. */
  isMap(allowed: readonly string[], wrongType = 'config should be a hash'): boolean {
    if (this.node?.kind !== 'map') {
      this.fail(wrongType, 'a mapping');
      return false;
    }
    const unknown = this.entries().filter((entry) => !allowed.includes(entry.key));
    const [first] = unknown;
    if (first) {
      const names = unknown.map((entry) => entry.key).join(', ');
      this.fail(`config contains unknown keys: ${names}`, `one of: ${allowed.join(', ')}`, first.at);
    }
    return first === undefined;
  }

  string(): string | undefined {
    if (!this.node) return undefined;
    if (this.node.kind === 'scalar' && typeof this.node.value === 'string') return this.node.value;
    return this.failValue('should be a string', 'a string');
  }

  /** A string, number or boolean as text. */
  text(): string | undefined {
    if (!this.node) return undefined;
    if (this.node.kind === 'scalar') return String(this.node.value);
    return this.failValue('should be a string', 'a string');
  }

  boolean(): boolean | undefined {
    if (!this.node) return undefined;
    if (this.node.kind === 'scalar' && typeof this.node.value === 'boolean') return this.node.value;
    return this.failValue('should be a boolean value', 'true or false');
  }

  integer(from: number, to: number): number | undefined {
    if (!this.node) return undefined;
    const value = this.node.kind === 'scalar' ? this.node.value : undefined;
    if (typeof value !== 'number' || !Number.isInteger(value))
      return this.failValue('is not a number', `a number from ${from} to ${to}`);
    if (value < from)
      return this.failValue(`must be greater than or equal to ${from}`, `a number from ${from} to ${to}`);
    if (value > to) return this.failValue(`must be less than or equal to ${to}`, `a number from ${from} to ${to}`);
    return value;
  }

  oneOf<Value extends string>(values: readonly Value[]): Value | undefined {
    if (!this.node) return undefined;
    const found =
      this.node.kind === 'scalar'
        ? values.find((value) => value === String(this.node?.kind === 'scalar' ? this.node.value : ''))
        : undefined;
    return found ?? this.failValue(`should be one of: ${values.join(', ')}`, values.join(', '));
  }

  /** Seconds. */
  duration(): number | undefined {
    const text = this.node?.kind === 'scalar' ? String(this.node.value) : undefined;
    if (!this.node) return undefined;
    const seconds = text === undefined ? undefined : parseDuration(text);
    return seconds ?? this.failValue('should be a duration', 'a duration such as 1h 30m');
  }

  /** Strings of a list; with `single`, one string is a list of one. Numbers and booleans become text. */
  strings({ single = false, wrongType = 'config should be an array of strings' } = {}): string[] | undefined {
    const { node } = this;
    if (!node) return undefined;
    if (single && node.kind === 'scalar') return [String(node.value)];
    const items = node.kind === 'list' ? node.items : undefined;
    const texts = items?.flatMap((item) => (item.kind === 'scalar' && item.value !== null ? [String(item.value)] : []));
    if (!items || texts?.length !== items.length) return this.fail(wrongType, 'a list of strings');
    return texts;
  }

  /** Strings in a list, or in lists in it, as `!reference` gives them. */
  nestedStrings(wrongType: string): string[] | undefined {
    if (!this.node) return undefined;
    const lines: string[] = [];
    if (this.node.kind === 'list' && collectLines(this.node, lines, 0)) return lines;
    return this.fail(wrongType, 'a list of strings');
  }

  /** Lines of a script: strings in lists up to ten levels deep. */
  script(): string[] | undefined {
    if (!this.node) return undefined;
    const lines: string[] = [];
    const isValid = collectLines(this.node, lines, 0);
    if (isValid) return lines;
    return this.fail(
      'config should be a string or a nested array of strings up to 10 levels deep',
      'a string, or a list of strings',
    );
  }
}

function collectLines(node: YamlNode, lines: string[], depth: number): boolean {
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'string') return false;
    lines.push(node.value);
    return true;
  }
  return node.kind === 'list' && depth < 10 && node.items.every((item) => collectLines(item, lines, depth + 1));
}
