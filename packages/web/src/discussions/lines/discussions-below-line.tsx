import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { ReactNode } from 'react';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { pieceVirtualizer } from '../../ui/diff/piece-virtualizer.ts';
import { reshapePiece } from '../../ui/diff/reshape-piece.ts';
import type { OpenForm } from './line-comments.ts';
import { LINE_FIELD } from './line-field.ts';
import { LineForm } from './line-form.tsx';
import type { LinesFile } from './lines-file.ts';
import { ThreadList } from './thread-list.tsx';

// With the first thing between lines comes what keeps the lines around it as they are.
pieceVirtualizer.reshape = reshapePiece;

export type LineDiscussions = {
  file: LinesFile;
  rows: readonly DiffRow[];
  /** The row that all of it stands below. */
  index: number;
  threads: readonly PageDiscussion[];
  form: OpenForm | undefined;
  /** Where its form is kept. */
  place: string;
  onStart: (start: string | null) => void;
  onClose: () => void;
};

type TalkBelowLineProps = LineDiscussions & {
  /** The one commit that is looked at, where the changes of many are talked about. */
  lookedAt?: string | null | undefined;
  /** What is not published yet, between the threads and the form. */
  children?: ReactNode;
};

/** What is said and written below one line. */
export default function DiscussionsBelowLine({ threads, form, place, children, ...line }: TalkBelowLineProps) {
  return (
    <>
      <ThreadList threads={threads} refs={line.file.diff_refs} />
      {children}
      {form && <LineForm key={place} {...line} field={LINE_FIELD + place} start={form.start} asked={form.asked} />}
    </>
  );
}
