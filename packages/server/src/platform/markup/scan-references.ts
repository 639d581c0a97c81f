import { findEmoji } from './emoji.ts';

export type ReferenceKind =
  | 'user'
  | 'issue'
  | 'merge_request'
  | 'epic'
  | 'label'
  | 'milestone'
  | 'commit'
  | 'commit_range'
  /** `:name:`, of emoji that not everyone has. */
  | 'emoji';

/** A place in a text that reads like a reference. */
export type FoundReference = {
  kind: ReferenceKind;
  start: number;
  end: number;
  /** As written, without `+` and `+s`. */
  ref: string;
  /** `+` shows the title, `+s` a summary. */
  format: '' | '+' | '+s';
  path?: string;
  /** Number, name or commit id after the sign. */
  value: string;
  /** For ranges: the dots and the second id. */
  dots?: '..' | '...';
  to?: string;
};

type Parsed = Pick<FoundReference, 'kind' | 'value' | 'end'> & Partial<FoundReference>;

const SIGN_OR_SHA = /[@#!~%&:]|[0-9a-f]{7,40}/g;
const EMOJI = /:(?=[0-9_-]*[a-z])([a-z0-9_-]{2,36}):(?![\p{L}\p{N}_])/uy;
const WORD = /[\p{L}\p{N}_]/u;
const PATH_CHAR = /[\w.\-/]/;
const MAX_PATH = 255;
const PATH = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;
const NUMBER = /[1-9]\d{0,9}(?![\p{L}\p{N}_])(?!\.\d)/uy;
const FORMAT = /\+s?(?![\p{L}\p{N}_+])/uy;
const USER = /\w[\w.-]{0,254}(?:\/\w[\w.-]{0,254}){0,20}/y;
const NAME = /"[^"\n]{1,255}"|[\p{L}\p{N}_][\p{L}\p{N}_\-.?:&]{0,254}/uy;
const SHA = /[0-9a-f]{7,40}(?![\p{L}\p{N}_-])/uy;
const DOTS = /\.{2,3}/y;

/**
 * Finds references in text that is neither code nor a link. `before` is the character in front of the text. Time is
 * linear: what is read backwards from a sign never holds another sign.
 */
export function scanReferences(text: string, before = ''): FoundReference[] {
  const found: FoundReference[] = [];
  SIGN_OR_SHA.lastIndex = 0;
  for (let match = SIGN_OR_SHA.exec(text); match; match = SIGN_OR_SHA.exec(text)) {
    const from = found.at(-1)?.end ?? 0;
    const reference =
      match[0] === ':'
        ? parseEmoji(text, match.index, before)
        : match[0].length === 1
          ? parseSigned(text, match.index, from, before)
          : parseSha(text, match.index, before);
    if (reference) {
      found.push(reference);
      SIGN_OR_SHA.lastIndex = reference.end;
    } else if (match[0].length > 1) SIGN_OR_SHA.lastIndex = endOfWord(text, match.index + match[0].length);
  }
  return found;
}

function parseSigned(text: string, sign: number, from: number, before: string): FoundReference | undefined {
  const path = pathBefore(text, sign, from, before);
  if (path === undefined) return undefined;
  const parsed = parseAfter(text, sign, path);
  if (!parsed) return undefined;
  const start = sign - path.length;
  FORMAT.lastIndex = parsed.end;
  const takesFormat = parsed.kind === 'issue' || parsed.kind === 'merge_request' || parsed.kind === 'epic';
  const format = takesFormat ? FORMAT.exec(text)?.[0] : undefined;
  return {
    ...parsed,
    start,
    end: parsed.end + (format?.length ?? 0),
    ref: text.slice(start, parsed.end),
    format: format === '+' || format === '+s' ? format : '',
    ...(path ? { path } : {}),
  };
}

/** Times and places (`10:30:45`, `file:3:1`) are none. */
function parseEmoji(text: string, start: number, before: string): FoundReference | undefined {
  const previous = start > 0 ? text.charAt(start - 1) : before;
  if (WORD.test(previous) || previous === ':') return undefined;
  EMOJI.lastIndex = start;
  const value = EMOJI.exec(text)?.[1];
  if (value === undefined || findEmoji(value)) return undefined;
  const end = start + value.length + 2;
  return { kind: 'emoji', value, start, end, ref: text.slice(start, end), format: '' };
}

/** The path that ends at a sign, empty when there is none; undefined when the sign stands inside a word. */
function pathBefore(text: string, sign: number, from: number, before: string): string | undefined {
  let start = sign;
  while (start > from && sign - start < MAX_PATH && PATH_CHAR.test(text.charAt(start - 1))) start--;
  const written = text.slice(start, sign).replace(/^[.-]+/, '');
  const isPath = PATH.test(written);
  const last = text.charAt(sign - 1);
  if (written && !isPath && (WORD.test(last) || last === '/')) return undefined;
  const path = isPath ? written : '';
  const first = sign - path.length;
  const previous = first > 0 ? text.charAt(first - 1) : before;
  return WORD.test(previous) || /[/@#!~%&$^]/.test(previous) ? undefined : path;
}

function parseAfter(text: string, sign: number, path: string): Parsed | undefined {
  const isFullPath = path === '' || path.includes('/');
  switch (text.charAt(sign)) {
    case '#':
      return parseNumber(text, sign, 'issue');
    case '!':
      return parseNumber(text, sign, 'merge_request');
    case '&':
      return parseNumber(text, sign, 'epic');
    case '~':
      return isFullPath ? parseName(text, sign, 'label') : undefined;
    case '%':
      return isFullPath ? parseName(text, sign, 'milestone') : undefined;
    case '@':
      return path === '' ? parseUser(text, sign) : isFullPath ? parseCommit(text, sign + 1) : undefined;
    default:
      return undefined;
  }
}

function parseNumber(text: string, sign: number, kind: ReferenceKind): Parsed | undefined {
  NUMBER.lastIndex = sign + 1;
  const value = NUMBER.exec(text)?.[0];
  return value ? { kind, value, end: sign + 1 + value.length } : undefined;
}

function parseName(text: string, sign: number, kind: ReferenceKind): Parsed | undefined {
  NAME.lastIndex = sign + 1;
  const written = NAME.exec(text)?.[0];
  if (!written) return undefined;
  const isQuoted = written.startsWith('"');
  const name = isQuoted ? written : written.replace(/[.?:&-]+$/, '');
  const end = sign + 1 + name.length;
  if (text.charAt(end) === '~') return undefined;
  const value = isQuoted ? name.slice(1, -1).trim() : name;
  return value ? { kind, value, end } : undefined;
}

function parseUser(text: string, sign: number): Parsed | undefined {
  USER.lastIndex = sign + 1;
  const value = USER.exec(text)?.[0].replace(/[.-]+$/, '');
  if (!value) return undefined;
  const end = sign + 1 + value.length;
  const next = text.charAt(end);
  return WORD.test(next) || next === '@' ? undefined : { kind: 'user', value, end };
}

/** A commit or a range of two. */
function parseCommit(text: string, start: number): Parsed | undefined {
  SHA.lastIndex = start;
  const value = SHA.exec(text)?.[0];
  if (!value) return undefined;
  const end = start + value.length;
  DOTS.lastIndex = end;
  const dots = DOTS.exec(text)?.[0];
  if (dots === '..' || dots === '...') {
    SHA.lastIndex = end + dots.length;
    const to = SHA.exec(text)?.[0];
    if (to) return { kind: 'commit_range', value, dots, to, end: SHA.lastIndex };
  }
  return { kind: 'commit', value, end };
}

function parseSha(text: string, start: number, before: string): FoundReference | undefined {
  const previous = start > 0 ? text.charAt(start - 1) : before;
  if (WORD.test(previous) || /[./\\@#!~%&$^+=-]/.test(previous)) return undefined;
  const parsed = parseCommit(text, start);
  if (!parsed || (parsed.kind === 'commit' && !looksLikeSha(text, parsed.end, parsed.value))) return undefined;
  return { ...parsed, start, ref: text.slice(start, parsed.end), format: '' };
}

/** Words such as "defaced", file names and paths are not commits. */
function looksLikeSha(text: string, end: number, value: string): boolean {
  return /\d/.test(value) && !/[/\\@:]/.test(text.charAt(end)) && !/^\.\w/.test(text.slice(end, end + 2));
}

function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && PATH_CHAR.test(text.charAt(end))) end++;
  return end;
}
