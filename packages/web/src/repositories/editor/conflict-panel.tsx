import { useMemo } from 'react';
import { Button } from '../../ui/button.tsx';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { combineTexts } from '../model/combine-texts.ts';
import { editRows } from '../model/edit-rows.ts';

/** The file as the branch has it now; null when it is gone. */
export type FileNow = { content: string | null; lastCommitId: string | null };

export type ConflictPanelProps = {
  name: string;
  /** What the editing began from. */
  base: string;
  mine: string;
  now: FileNow;
  /** Goes on with this text on top of what is there now. */
  onTake: (text: string) => void;
};

/** Someone was faster. Nothing is lost: this shows what they did, and goes on with a text of one's choice. */
export function ConflictPanel({ name, base, mine, now, onTake }: ConflictPanelProps) {
  const theirs = now.content;
  const rows = useMemo(() => (theirs === null ? [] : editRows(base, theirs)), [base, theirs]);
  const combined = useMemo(() => (theirs === null ? null : combineTexts(base, mine, theirs)), [base, mine, theirs]);
  return (
    <section aria-label={`Conflict in ${name}`} className="rounded-md border border-failed">
      <div role="alert" className="rounded-t-md bg-failed-soft px-4 py-3">
        <h2 className="text-h3">
          {theirs === null ? 'This file was deleted in the meantime' : 'This file was changed in the meantime'}
        </h2>
        <p>Your text is still in the editor above. Nothing has been committed yet.</p>
      </div>
      {theirs !== null && (
        <>
          <h3 className="border-t px-4 py-2 font-medium">Changes on the branch since you started</h3>
          <div className="max-h-80 overflow-y-auto border-y">
            <DiffTable rows={rows} view="inline" label={name} />
          </div>
        </>
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-3">
        {combined !== null && (
          <Button variant="primary" onClick={() => onTake(combined)}>
            Combine both changes
          </Button>
        )}
        <Button onClick={() => onTake(mine)}>
          {theirs === null ? 'Keep mine and create the file again' : 'Keep mine, discard theirs'}
        </Button>
        {theirs !== null && <Button onClick={() => onTake(theirs)}>Take theirs, discard mine</Button>}
        {combined === null && theirs !== null && (
          <span className="text-fg-muted">Both change the same lines, so they cannot be combined automatically.</span>
        )}
      </div>
    </section>
  );
}
