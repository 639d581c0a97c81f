/** Part of a line in UTF-16 units, `end` not included. */
export interface TextRange {
  start: number;
  end: number;
}

export interface InlineChanges {
  old: TextRange[];
  new: TextRange[];
}

/** Longer lines get no marks; comparing words costs the product of their numbers. */
const MAX_LINE_LENGTH = 4_000;
const MAX_WORD_PRODUCT = 40_000;
/** With less than this part in common the lines are different lines, and marks would only be noise. */
const MIN_COMMON_RATIO = 0.2;

/**
 * What changed inside a line: common beginning and end are left out, the middle is compared word by word. Empty lists when
 * nothing or nearly everything changed.
 */
export function markInlineChanges(oldText: string, newText: string): InlineChanges {
  const none: InlineChanges = { old: [], new: [] };
  if (oldText === newText || oldText.length > MAX_LINE_LENGTH || newText.length > MAX_LINE_LENGTH) return none;
  const prefix = wordStart(oldText, newText, commonPrefix(oldText, newText));
  const suffix = wordEnd(oldText, newText, commonSuffix(oldText, newText, prefix));
  const oldMiddle = oldText.slice(prefix, oldText.length - suffix);
  const newMiddle = newText.slice(prefix, newText.length - suffix);
  const oldWords = words(oldMiddle);
  const newWords = words(newMiddle);
  const marks =
    oldWords.length * newWords.length <= MAX_WORD_PRODUCT
      ? compareWords(oldWords, newWords, prefix)
      : { old: whole(oldMiddle, prefix), new: whole(newMiddle, prefix) };
  const marked = Math.max(
    covered(marks.old) / Math.max(1, oldText.trim().length),
    covered(marks.new) / Math.max(1, newText.trim().length),
  );
  return marked > 1 - MIN_COMMON_RATIO ? none : marks;
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  // Never between the two halves of one character.
  return length > 0 && isHighSurrogate(a.charCodeAt(length - 1)) ? length - 1 : length;
}

function commonSuffix(a: string, b: string, prefix: number): number {
  const limit = Math.min(a.length, b.length) - prefix;
  let length = 0;
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length > 0 && isLowSurrogate(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

/** A change inside a word marks the word: half a name is hard to read. */
function wordStart(a: string, b: string, prefix: number): number {
  let at = prefix;
  while (at > 0 && isWordAt(a, at - 1) && (isWordAt(a, at) || isWordAt(b, at))) at -= 1;
  return at;
}

function wordEnd(a: string, b: string, suffix: number): number {
  let at = suffix;
  while (at > 0 && isWordAt(a, a.length - at) && (isWordAt(a, a.length - at - 1) || isWordAt(b, b.length - at - 1)))
    at -= 1;
  return at;
}

function isWordAt(text: string, at: number): boolean {
  return /^[\p{L}\p{N}\p{M}_\u200d\p{Surrogate}]$/u.test(text.charAt(at));
}

/** Words, white space, images with all they are joined of, and single signs. */
const WORDS =
  /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_\u200d]*|\s+|\p{Extended_Pictographic}(?:[\p{M}\p{EMod}]|\u200d\p{Extended_Pictographic})*|[^\s]/gu;

function words(text: string): string[] {
  return text.match(WORDS) ?? [];
}

/** Longest common subsequence of words; neighbours that changed become one range. */
function compareWords(oldWords: readonly string[], newWords: readonly string[], offset: number): InlineChanges {
  const width = newWords.length + 1;
  const table = new Uint16Array((oldWords.length + 1) * width);
  for (let i = oldWords.length - 1; i >= 0; i -= 1) {
    for (let j = newWords.length - 1; j >= 0; j -= 1) {
      const same = oldWords[i] === newWords[j];
      const diagonal = (table[(i + 1) * width + j + 1] ?? 0) + 1;
      table[i * width + j] = same ? diagonal : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  const marks: InlineChanges = { old: [], new: [] };
  let [i, j, oldAt, newAt] = [0, 0, offset, offset];
  while (i < oldWords.length || j < newWords.length) {
    const [oldWord, newWord] = [oldWords[i], newWords[j]];
    if (oldWord !== undefined && oldWord === newWord) {
      i += 1;
      j += 1;
      oldAt += oldWord.length;
      newAt += oldWord.length;
    } else if (
      newWord === undefined ||
      (oldWord !== undefined && (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0))
    ) {
      oldAt = mark(marks.old, oldAt, (oldWord ?? '').length);
      i += 1;
    } else {
      newAt = mark(marks.new, newAt, newWord.length);
      j += 1;
    }
  }
  return marks;
}

function mark(ranges: TextRange[], start: number, length: number): number {
  const last = ranges.at(-1);
  if (last?.end === start) last.end += length;
  else ranges.push({ start, end: start + length });
  return start + length;
}

function whole(text: string, offset: number): TextRange[] {
  return text === '' ? [] : [{ start: offset, end: offset + text.length }];
}

function covered(ranges: readonly TextRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
