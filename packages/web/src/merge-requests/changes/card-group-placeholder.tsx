import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { CSSProperties, ReactNode } from 'react';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { DiffFileCard } from './diff-file-card.tsx';
import { estimatedHeight } from './model/estimated-height.ts';

type Files = readonly DiffFileSummary[];

/** What stands in place of a group of cards: their text, nothing, or cards that hear of the changes later than others. */
export type CardGroupPlaceholder = { style?: CSSProperties; cards?: ReactNode };

/** So much room, of which nothing is laid out while it is far away. */
export const placeholderHeightOf = (files: Files, heightOf = estimatedHeight): CardGroupPlaceholder => ({
  style: { height: files.reduce((sum, file) => sum + heightOf(file), 0), contentVisibility: 'auto' },
});

export const cardsOf = (changes: Changes, files: Files) => (
  <ChangesProvider value={changes}>
    {files.map((file) => (
      <DiffFileCard key={file.file_hash} summary={file} />
    ))}
  </ChangesProvider>
);
