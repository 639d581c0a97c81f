import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ALL_CHANGES } from '../queries.ts';
import { useChanges } from './changes-context.ts';

const CommitList = lazyPart(async () => ({ default: (await import('./commit-list.tsx')).CommitList }));

/** Shows all commits together or one of them. */
export function CommitPicker() {
  const { mergeRequest, metadata } = useChanges();
  const { renameSearch } = usePageUrl();
  const [isOpen, setOpen] = useState(false);
  const { commit, merge_request_diff: version } = metadata;
  const count = version?.commits_count ?? 0;
  if (!mergeRequest || count < 2) return null;
  // An older version has commits of its own.
  const diffId = version && !version.latest ? version.id : null;
  const pick = (id: string | null) => {
    setOpen(false);
    renameSearch({
      commit_id: id,
      file: null,
      ...(id !== null && ALL_CHANGES),
      ...(diffId !== null && { diff_id: String(diffId) }),
    });
  };
  return (
    <LazyPopover
      title="Show changes from"
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
          path={`${mergeRequest.paths.commits}.json`}
          diffId={diffId}
          count={count}
          shown={commit?.id ?? null}
          onPick={pick}
        />
      </Suspense>
    </LazyPopover>
  );
}
