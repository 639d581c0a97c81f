import { escapeMarkdown } from './note-text.ts';
import { wordDiff } from './word-diff.ts';

/**
 * Two short texts as Markdown that stands for itself, with the words that went marked in the one and those that came in the
 * other. Texts that share no word are different as a whole: no marks.
 */
export function markChanges(from: string, to: string): { before: string; after: string } {
  const changes = wordDiff(from, to);
  const isPart = changes.some(({ kind, text }) => kind === 'same' && /[\p{L}\p{N}]/u.test(text));
  const shown = (side: 'removed' | 'added', sign: '-' | '+') =>
    changes
      .filter(({ kind }) => kind === 'same' || kind === side)
      .map(({ kind, text }) => {
        const escaped = escapeMarkdown(text);
        return isPart && kind === side && text.trim() !== '' ? `{${sign}${escaped}${sign}}` : escaped;
      })
      .join('');
  return { before: shown('removed', '-'), after: shown('added', '+') };
}
