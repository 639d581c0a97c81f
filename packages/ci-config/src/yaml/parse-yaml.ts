import { type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Pair, parseAllDocuments } from 'yaml';
import { ConfigFailure, type Diagnostics, type SourceLocation } from '../diagnostics.ts';
import { type ConfigLimits, MAX_ANCHORS, MAX_DEPTH } from '../limits.ts';
import { resolvePlain } from './scalars.ts';
import { entriesOf, list, map, reference, scalar, type YamlEntry, type YamlNode } from './tree.ts';

export interface ParsedFile {
  /** The first of two documents, which has the key `spec`. */
  readonly header: YamlNode | undefined;
  readonly content: YamlNode;
}

/** Parses a file to a tree with positions. Throws ConfigFailure for invalid, too large and too deep YAML. */
export function parseYaml(text: string, file: string, limits: ConfigLimits, diagnostics: Diagnostics): ParsedFile {
  const start = { file, line: 1, column: 1 };
  checkBeforeParsing(text, start, limits);
  const lineCounter = new LineCounter();
  const documents = parse(text, lineCounter, start);
  const [first, second] = documents.map((each) => {
    const [problem] = each.errors;
    if (problem) {
      const { line, col } = lineCounter.linePos(problem.pos[0]);
      const message = `(${file}): ${problem.message} at line ${line} column ${col}`;
      throw new ConfigFailure({ file, line, column: col }, message, '', 'valid YAML');
    }
    return new Converter(lineCounter, file, diagnostics).convert(each.contents);
  });
  if (!first) return { header: undefined, content: scalar(null, start) };
  if (second) return { header: first, content: second };
  const isHeader = first.kind === 'map' && first.entries.has('spec');
  return isHeader ? { header: first, content: scalar(null, start) } : { header: undefined, content: first };
}

function parse(text: string, lineCounter: LineCounter, start: SourceLocation): Document.Parsed[] {
  try {
    const documents = parseAllDocuments(text, {
      schema: 'failsafe',
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
      lineCounter,
    });
    return [...documents];
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(start);
    throw error;
  }
}

const tooDeep = (at: SourceLocation) =>
  new ConfigFailure(at, 'The parsed YAML is too deep', '', `at most ${MAX_DEPTH} levels of nesting`);

const tooBig = (at: SourceLocation, expected: string) =>
  new ConfigFailure(at, 'The parsed YAML is too big', '', expected);

/** Reads the words of the file until a limit is passed, which takes little time for any input. */
function checkBeforeParsing(text: string, start: SourceLocation, limits: ConfigLimits): void {
  if (text.length > limits.maxFileLength) throw tooBig(start, `at most ${limits.maxFileLength} characters`);
  const at = { ...start };
  let tokens = 0;
  let anchors = 0;
  let documents = 0;
  let flowDepth = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    const [sign] = token;
    if (sign === '\n' || sign === '\r') {
      at.line += 1;
      inLine = 0;
    } else if (sign === '[' || sign === '{') flowDepth += 1;
    else if (sign === ']' || sign === '}') flowDepth -= 1;
    else if (token === '-' || token === '?') inLine += 1;
    else if (sign === '&' || sign === '*') anchors += 1;
    else if (token === '---') documents += 1;
    if (flowDepth > MAX_DEPTH || inLine > MAX_DEPTH) throw tooDeep(at);
    if (tokens > limits.maxTokens) throw tooBig(at, `at most ${limits.maxTokens} words and signs in a file`);
    if (anchors > MAX_ANCHORS) throw tooBig(at, `at most ${MAX_ANCHORS} anchors and aliases in a file`);
    if (documents > 2)
      throw new ConfigFailure(at, 'Invalid configuration format', '', 'a header and one document, divided by ---');
  }
}

class Converter {
  readonly #lines: LineCounter;
  readonly #file: string;
  readonly #diagnostics: Diagnostics;
  readonly #anchors = new Map<string, YamlNode>();
  #depth = 0;

  constructor(lines: LineCounter, file: string, diagnostics: Diagnostics) {
    this.#lines = lines;
    this.#file = file;
    this.#diagnostics = diagnostics;
  }

  convert(node: unknown, fallback: SourceLocation = { file: this.#file, line: 1, column: 1 }): YamlNode {
    const at = this.#locate(node, fallback);
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      if (!target) throw new ConfigFailure(at, `Unknown alias: ${node.source}`, '', 'the name of an earlier anchor');
      return target;
    }
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw tooDeep(at);
    const converted = this.#convertOwn(node, at);
    this.#depth -= 1;
    const anchor = isScalar(node) || isSeq(node) || isMap(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, converted);
    return converted;
  }

  #convertOwn(node: unknown, at: SourceLocation): YamlNode {
    if (isMap(node)) {
      return map(this.#entries(node.items, at), at);
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.convert(item, at));
      return node.tag === '!reference' ? toReference(items, at) : list(items, at);
    }
    if (!isScalar(node)) return scalar(null, at);
    const text = typeof node.value === 'string' ? node.value : '';
    const isPlain = node.type === 'PLAIN' && node.tag === undefined;
    return scalar(isPlain || node.type === undefined ? resolvePlain(text) : text, at);
  }

  /** The entries of a map; those of merge keys (`<<`) come first and are replaced by its own. */
  #entries(pairs: readonly Pair[], at: SourceLocation): YamlEntry[] {
    const merged: YamlEntry[] = [];
    const own = new Map<string, YamlEntry>();
    for (const pair of pairs) {
      const keyAt = this.#locate(pair.key, at);
      const value = this.convert(pair.value, keyAt);
      const isMerge = isScalar(pair.key) && pair.key.value === '<<' && pair.key.type === 'PLAIN';
      if (isMerge) {
        merged.push(...mergeSources(value, keyAt));
        continue;
      }
      const key = this.#key(pair.key, keyAt);
      if (own.has(key)) this.#diagnostics.warn(keyAt, key, `duplicate key: ${key}; the last one counts`);
      own.set(key, { key, at: keyAt, value });
    }
    return [...merged, ...own.values()];
  }

  /**
   * Keys stay as they are written: `on` is no truth value here. Only the colon before a plain key (`:script`, a symbol of
   * Ruby) is left out, as GitLab reads it.
   */
  #key(node: unknown, at: SourceLocation): string {
    if (isScalar(node) && typeof node.value === 'string')
      return node.type === 'PLAIN' ? node.value.replace(/^:(?=\w)/, '') : node.value;
    const key = this.convert(node, at);
    if (key.kind === 'scalar') return String(key.value ?? '');
    throw new ConfigFailure(at, 'Invalid configuration format', '', 'a string as a key');
  }

  #locate(node: unknown, fallback: SourceLocation): SourceLocation {
    const range = isAlias(node) || isScalar(node) || isSeq(node) || isMap(node) ? node.range : undefined;
    if (!range) return fallback;
    const { line, col } = this.#lines.linePos(range[0]);
    return { file: this.#file, line, column: col };
  }
}

function mergeSources(value: YamlNode, at: SourceLocation): YamlEntry[] {
  if (value.kind === 'map') return entriesOf(value);
  // Of several sources the first one that has a key counts.
  if (value.kind === 'list' && value.items.every((item) => item.kind === 'map'))
    return value.items.toReversed().flatMap((item) => entriesOf(item));
  throw new ConfigFailure(at, 'The merge key << needs a mapping or a list of mappings', '<<', 'an alias of a mapping');
}

function toReference(items: readonly YamlNode[], at: SourceLocation): YamlNode {
  const path = items.flatMap((item) => (item.kind === 'scalar' && item.value !== null ? [String(item.value)] : []));
  if (path.length === 0 || path.length !== items.length)
    throw new ConfigFailure(at, '!reference is not valid', '!reference', 'a list of keys, such as [job, script]');
  return reference(path, at);
}
