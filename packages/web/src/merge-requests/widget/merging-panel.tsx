import { useState } from 'react';
import { WidgetRow } from './widget-row.tsx';

/** One is shown, by chance: a merge is a good moment. */
export const MERGING_MESSAGES = [
  ['🚀', 'Merging! Three, two, one…'],
  ['🌊', 'Merging! Two streams become one…'],
  ['🛶', 'Merging! Paddling downstream…'],
  ['🎉', 'Merging! This is going to be great…'],
  ['🧵', 'Merging! Weaving the changes in…'],
  ['🥁', 'Merging! Drum roll…'],
  ['🌱', 'Merging! The branch is growing into the trunk…'],
  ['🧩', 'Merging! The last piece falls into place…'],
  ['☕', 'Merging! Almost no time for a coffee…'],
] as const;

export function MergingPanel({ targetBranch }: { targetBranch: string }) {
  const [[emoji, text]] = useState(
    () => MERGING_MESSAGES[Math.floor(Math.random() * MERGING_MESSAGES.length)] ?? MERGING_MESSAGES[0],
  );
  return (
    <WidgetRow group="running" status="Merging">
      <strong className="font-semibold">
        {text} <span aria-hidden>{emoji}</span>
      </strong>{' '}
      <span className="text-fg-muted">
        The changes are being merged into <code className="break-all">{targetBranch}</code>.
      </span>
    </WidgetRow>
  );
}
