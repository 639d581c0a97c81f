import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react';
import { indexByLine } from '../../discussions/model/index-by-line.ts';
import { focusNewestNote } from '../../discussions/threads/note-focus.ts';
import { NoteForm } from '../../discussions/writing/note-form.tsx';
import { createNote } from '../../discussions/store/queries.ts';
import { placeOf } from '../../discussions/writing/unfinished-texts.ts';
import { useUnfinishedFields } from '../../discussions/writing/use-unfinished-text.ts';
import { Thread } from '../../discussions/threads/thread.tsx';
import { useReview } from '../../discussions/store/review.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import type { SuggestedLines } from '../../discussions/writing/markdown-editor.tsx';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { DraftNotes } from '../review/draft-note.tsx';
import { draftsByPlace } from '../review/drafts-by-place.ts';
import { useDrafts } from '../review/use-review-store.ts';
import type { LineComments } from './line-comments.ts';
import { ThreadLines } from './thread-lines.tsx';

/** Where a comment on this line hangs: an added line has a new number only, a removed one an old number only. */
export function positionOf(file: PageDiffFile, row: DiffRow): DiffPosition {
  return {
    ...file.diff_refs,
    old_path: file.old_path,
    new_path: file.new_path,
    position_type: 'text',
    old_line: row.kind === 'added' ? null : row.oldLine,
    new_line: row.kind === 'removed' ? null : row.newLine,
  };
}

/** What a suggestion starts with: the line, while it is there after the change. */
function suggestedLine(file: PageDiffFile, row: DiffRow): SuggestedLines | undefined {
  const line = file.highlighted_diff_lines.find((each) => each.line_code === row.lineCode && each.type !== 'match');
  return row.kind === 'removed' || !line ? undefined : { text: line.text, above: 0 };
}

/** Begins the names of the unfinished texts of lines. */
const LINE = 'line-';

function LineForm(props: { file: PageDiffFile; row: DiffRow; autoFocus: boolean; onClose: () => void }) {
  const { file, row, onClose } = props;
  const store = useDiscussionStore();
  const review = useReview();
  return (
    <div className="max-w-180 rounded-md border bg-surface p-3">
      <NoteForm
        notes={store.notes}
        saveKey={`${LINE}${row.lineCode}`}
        label={`Comment on line ${row.newLine ?? row.oldLine ?? ''}`}
        submitLabel="Add comment now"
        autoFocus={props.autoFocus}
        minRows={3}
        suggestion={suggestedLine(file, row)}
        {...(review && {
          draftFailureText: 'An error occurred adding a new draft.',
          onDraft: async (text: string, key: string) => {
            await review.add({ text, key, position: positionOf(file, row) });
            onClose();
          },
        })}
        onSubmit={async (text, key) => {
          const body = { note: { note: text, type: 'DiffNote' as const, position: positionOf(file, row) } };
          const made = await createNote(store.notes, body, key);
          store.put(made);
          focusNewestNote(made);
          onClose();
        }}
        onCancel={onClose}
      />
    </div>
  );
}

function threadsAt(threads: readonly PageDiscussion[]): ReactNode {
  return threads.map((discussion) => <Thread key={discussion.id} discussion={discussion} className="my-1" />);
}

/** Threads and open forms of the changed files; forms are keyed by line, so a batch that arrives closes none. */
export function useLineComments(changesPath: string): LineComments {
  const store = useDiscussionStore();
  const { discussions } = useDiscussions();
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  // Comments that were begun and not sent open again by themselves.
  const begun = useUnfinishedFields(placeOf(store.notes));
  const open = useMemo(
    () => new Set([...forms, ...begun.filter((each) => each.startsWith(LINE)).map((each) => each.slice(LINE.length))]),
    [forms, begun],
  );
  const threadsOf = useMemo(() => indexByLine(discussions), [discussions]);
  const drafts = useDrafts();
  const draftsOf = useMemo(() => draftsByPlace(drafts), [drafts]);
  const close = useCallback(
    (lineCode: string) => setForms((open) => new Set([...open].filter((each) => each !== lineCode))),
    [],
  );
  const { canCreateNote } = store.notes.currentUser;

  const insertions = useCallback(
    (file: PageDiffFile, rows: readonly DiffRow[]) => {
      const ofFile = threadsOf(file.file_hash);
      const found = new Map<number, ReactNode>();
      for (const [index, row] of rows.entries()) {
        const threads = ofFile.on(file.diff_refs, row);
        const hasForm = row.lineCode !== null && canCreateNote && open.has(row.lineCode);
        const pending = draftsOf.get(row.lineCode ?? '') ?? [];
        if (threads.length === 0 && !hasForm && pending.length === 0) continue;
        found.set(
          index,
          <>
            {threadsAt(threads)}
            <DraftNotes drafts={pending} />
            {hasForm && (
              <LineForm
                file={file}
                row={row}
                autoFocus={forms.has(row.lineCode ?? '')}
                onClose={() => close(row.lineCode ?? '')}
              />
            )}
          </>,
        );
      }
      return found;
    },
    [threadsOf, draftsOf, forms, open, canCreateNote, close],
  );
  const onFile = useCallback(
    (file: PageDiffFile) => {
      const { file: threads } = threadsOf(file.file_hash);
      const pending = draftsOf.get(file.file_hash) ?? [];
      if (threads.length + pending.length === 0) return null;
      return (
        <div className="border-b p-3">
          {threads.map((discussion) => (
            <Fragment key={discussion.id}>
              {!discussion.active && <ThreadLines discussion={discussion} changesPath={changesPath} />}
              {threadsAt([discussion])}
            </Fragment>
          ))}
          <DraftNotes drafts={pending} />
        </div>
      );
    },
    [threadsOf, draftsOf, changesPath],
  );
  const countOf = useCallback((file: DiffFileSummary) => threadsOf(file.file_hash).openCount, [threadsOf]);
  const begin = useCallback((_file: PageDiffFile, row: DiffRow) => {
    if (row.lineCode !== null) setForms((open) => new Set([...open, row.lineCode ?? '']));
  }, []);
  return useMemo(
    () => ({ insertions, onFile, countOf, begin: canCreateNote ? begin : undefined }),
    [insertions, onFile, countOf, begin, canCreateNote],
  );
}
