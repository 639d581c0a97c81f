import { FileCheck2 } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Changes, useChanges } from './changes-context.ts';

/** Nothing to show, or nothing left to show. */
function emptyWords({ size }: Changes['metadata']): { title: string; text: string } {
  if (size === 0) return { title: 'No changes', text: 'The two versions are identical.' };
  return { title: 'No new changes', text: 'All changes come from the updated target branch.' };
}

/** Where the files would be. */
export function NoFiles() {
  return <EmptyState icon={FileCheck2} {...emptyWords(useChanges().metadata)} />;
}
