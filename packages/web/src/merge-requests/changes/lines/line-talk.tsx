import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import { DraftNotes } from '../../review/draft-note.tsx';
import { pieceKeeper } from '../../../ui/diff/piece-keeper.ts';
import { reshapePiece } from '../../../ui/diff/reshape-piece.ts';
import type { OpenForm } from '../line-comments.ts';
import { LINE_FIELD } from './line-field.ts';
import { LineForm } from './line-form.tsx';
import { ThreadList } from './thread-list.tsx';

// With the first thing between lines comes what keeps the lines around it as they are.
pieceKeeper.reshape = reshapePiece;

type LineTalkProps = {
  file: PageDiffFile;
  rows: readonly DiffRow[];
  /** The row that all of it stands below. */
  index: number;
  threads: readonly PageDiscussion[];
  drafts: readonly PageDraft[];
  form: OpenForm | undefined;
  onStart: (lineCode: string | null) => void;
  onClose: () => void;
};

/** What is said and written below one line. */
export default function LineTalk({ threads, drafts, form, ...line }: LineTalkProps) {
  return (
    <>
      <ThreadList threads={threads} />
      <DraftNotes drafts={drafts} />
      {form && <LineForm {...line} prefix={LINE_FIELD} start={form.start} autoFocus={form.isAsked} />}
    </>
  );
}
