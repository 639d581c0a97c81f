import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { initialsOf } from '../../ui/avatar.tsx';
import { NO_GUTTER_BUTTONS, type GutterButtons } from '../../ui/diff/chunk-html.ts';
import type { DiffRow, GutterButton } from '../../ui/diff/diff-row.ts';
import type { FileComments } from './line-comments.ts';
import { threadsOfRows } from './line-insertions.tsx';
import type { LinesFile } from './lines-file.ts';

const MOST_AVATARS = 3;
const MOST_TEXT = 17;

const cut = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);

/** Who talks at a line: up to three images, and the first words of the first of them. */
export function markOf(threads: readonly PageDiscussion[]): GutterButton | null {
  const notes = threads.flatMap((thread) => thread.notes).filter((note) => !note.system);
  const [first] = notes;
  if (!first) return null;
  const authors = [...new Map(notes.flatMap(({ author }) => (author ? [[author.id, author]] : []))).values()];
  const images = authors.slice(0, MOST_AVATARS).flatMap(({ avatar_url: url }) => (url ? [url] : []));
  const isOpen = threads.some((thread) => thread.resolvable && !thread.resolved);
  const rest = authors.length > MOST_AVATARS ? ` and ${authors.length - MOST_AVATARS} more` : '';
  return {
    key: `thread ${first.id}`,
    words: `${first.author?.name ?? 'Deleted user'}: ${cut(first.note)}${rest}`,
    tone: isOpen ? 'accent' : 'success',
    ...(images.length > 0 && images.length === Math.min(authors.length, MOST_AVATARS)
      ? { images }
      : { text: authors.length > 1 ? String(authors.length) : ([...initialsOf(first.author?.name ?? '')][0] ?? '') }),
  };
}

/** Marks in the gutter of the lines that are talked about. */
export function useThreadButtonsOf(said: FileComments, file: LinesFile, rows: readonly DiffRow[]): GutterButtons {
  return useMemo((): GutterButtons => {
    const found = new Map<number, GutterButton[]>();
    for (const [index, own] of threadsOfRows(said, file, rows)) {
      const mark = markOf(own);
      if (mark) found.set(index, [mark]);
    }
    return found.size === 0 ? NO_GUTTER_BUTTONS : found;
  }, [said, file, rows]);
}

/** To the thread of a mark that was pressed. */
export function showMarked(key: string): void {
  focusWhenRendered(() => document.getElementById(`note_${key.replace('thread ', '')}`));
}
