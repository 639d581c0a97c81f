import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react';
import { indexByLine } from '../../discussions/model/index-by-line.ts';
import { placeOf } from '../../discussions/writing/unfinished-texts.ts';
import { useUnfinishedFields } from '../../discussions/writing/use-unfinished-text.ts';
import { Thread } from '../../discussions/threads/thread.tsx';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { DraftNotes } from '../review/draft-note.tsx';
import { draftsByPlace } from '../review/drafts-by-place.ts';
import { useDrafts } from '../review/use-review-store.ts';
import type { LineComments } from './line-comments.ts';
import { LineForm } from './lines/line-form.tsx';
import { rangeWords } from './lines/line-range.ts';
import { ThreadLines } from './thread-lines.tsx';

/** Begins the names of the unfinished texts of lines. */
const LINE = 'line-';

function threadsAt(threads: readonly PageDiscussion[]): ReactNode {
  return threads.map((discussion) => {
    const words = rangeWords(discussion);
    return (
      <Fragment key={discussion.id}>
        {words !== null && <p className="mt-1 text-sm text-fg-muted">{words}</p>}
        <Thread discussion={discussion} className="my-1" />
      </Fragment>
    );
  });
}

/** Threads and open forms of the changed files; forms are keyed by line, so a batch that arrives closes none. */
export function useLineComments(changesPath: string): LineComments {
  const store = useDiscussionStore();
  const { discussions } = useDiscussions();
  /** Open forms by the line they stand below, with the line that they begin at. */
  const [forms, setForms] = useState<ReadonlyMap<string, string | null>>(new Map());
  // Comments that were begun and not sent open again by themselves.
  const begun = useUnfinishedFields(placeOf(store.notes));
  const open = useMemo(
    () =>
      new Set([
        ...forms.keys(),
        ...begun.filter((each) => each.startsWith(LINE)).map((each) => each.slice(LINE.length)),
      ]),
    [forms, begun],
  );
  const threadsOf = useMemo(() => indexByLine(discussions), [discussions]);
  const drafts = useDrafts();
  const draftsOf = useMemo(() => draftsByPlace(drafts), [drafts]);
  const close = useCallback(
    (lineCode: string) => setForms((open) => new Map([...open].filter(([each]) => each !== lineCode))),
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
                {...{ file, rows, index }}
                prefix={LINE}
                start={forms.get(row.lineCode ?? '') ?? null}
                onStart={(start) => setForms((now) => new Map([...now, [row.lineCode ?? '', start]]))}
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
  const begin = useCallback((_file: PageDiffFile, row: DiffRow, _side: unknown, from?: DiffRow) => {
    const { lineCode } = row;
    if (lineCode !== null)
      setForms((now) => new Map([...now, [lineCode, from?.lineCode ?? now.get(lineCode) ?? null]]));
  }, []);
  const threadsOn = useCallback(
    (file: PageDiffFile, row: DiffRow) => threadsOf(file.file_hash).on(file.diff_refs, row),
    [threadsOf],
  );
  return useMemo(
    () => ({ insertions, onFile, countOf, threadsOn, begin: canCreateNote ? begin : undefined }),
    [insertions, onFile, countOf, threadsOn, begin, canCreateNote],
  );
}
