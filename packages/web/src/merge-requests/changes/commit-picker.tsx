import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { ALL_CHANGES } from '../queries.ts';
import { useChanges } from './changes-context.ts';

const CommitList = loadedLater(async () => ({ default: (await import('./commit-list.tsx')).CommitList }));

/** Shows all commits together or one of them. */
export function CommitPicker() {
  const { mergeRequest, metadata } = useChanges();
  const { renameSearch } = usePageUrl();
  const [isOpen, setOpen] = useState(false);
  if (!mergeRequest || mergeRequest.mergeRequest.commitsCount < 2) return null;
  const { commit } = metadata;
  const pick = (id: string | null) => {
    setOpen(false);
    renameSearch({
      commit_id: id,
      file: null,
      ...(id !== null && ALL_CHANGES),
    });
  };
  return (
    <LazyPopover
      title="Show the changes of"
      titleHidden
      width="lg"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="sm"
          variant="ghost"
          iconEnd={ChevronDown}
          onPointerEnter={() => void CommitList.preload()}
          onFocus={() => void CommitList.preload()}
        >
          {commit ? <code>{commit.short_id}</code> : 'All commits'}
        </Button>
      }
    >
      <Suspense fallback={<div className="h-80" />}>
        <CommitList
          path={`${mergeRequest.paths.api}/commits`}
          count={mergeRequest.mergeRequest.commitsCount}
          shown={commit?.id ?? null}
          onPick={pick}
        />
      </Suspense>
    </LazyPopover>
  );
}
