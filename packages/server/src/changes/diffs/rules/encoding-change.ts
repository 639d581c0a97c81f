import type { EncodingChange, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { IndexFile } from '@tributary/git';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';

type Encodings = { old: string | null; new: string | null };

/** What users call it. */
function nameOf(encoding: string | null): string {
  if (encoding === null) return 'several encodings';
  if (encoding === 'shift_jis') return 'Shift_JIS';
  if (encoding === 'big5') return 'Big5';
  return encoding.startsWith('windows-') ? encoding.replace('w', 'W') : encoding.toUpperCase();
}

/** Code can stand in what is shown as a few letters; see docs/decisions/0024-text-encodings.md. */
export function twofoldEncoding(encodings: Encodings | undefined): Pick<PageDiffFile, 'twofold_encoding'> {
  const isTwofold = encodings?.old === 'iso-2022-jp' || encodings?.new === 'iso-2022-jp';
  return isTwofold ? { twofold_encoding: nameOf('iso-2022-jp') } : {};
}

/** Why text has no lines; see docs/decisions/0024-text-encodings.md for the numbers. */
export function uncomparedText({ encoding, reason }: NonNullable<IndexFile['uncompared']>): string {
  const start = `Text in ${nameOf(encoding)}. There are no lines to compare.`;
  return reason === 'too_large'
    ? `${start} Files up to 1 MiB are compared as text.`
    : `${start} At most 50 such files are compared as text.`;
}

/** Null where both sides are written the same way. `lines` is asked only where they are not. */
export function encodingChange(
  status: string,
  encodings: Encodings | undefined,
  lines: () => readonly Pick<PageDiffLine, 'type' | 'text'>[],
): PageDiffFile['encoding_change'] {
  if (!encodings || encodings.old === encodings.new || status === 'added' || status === 'deleted') return null;
  const change: EncodingChange = { old: nameOf(encodings.old), new: nameOf(encodings.new), is_alone: false };
  return { ...change, is_alone: isSameText(lines()) };
}

/** Does every run of removed lines come back as the added ones? */
function isSameText(lines: readonly Pick<PageDiffLine, 'type' | 'text'>[]): boolean {
  let [removed, added]: [string[], string[]] = [[], []];
  const isSame = () => removed.length === added.length && removed.every((text, at) => text === added[at]);
  for (const { type, text } of lines) {
    if (type === 'old' || type === 'old-nonewline') removed.push(`${type === 'old' ? '' : '\\'}${text}`);
    else if (type === 'new' || type === 'new-nonewline') added.push(`${type === 'new' ? '' : '\\'}${text}`);
    else {
      if (!isSame()) return false;
      [removed, added] = [[], []];
    }
  }
  return isSame();
}
