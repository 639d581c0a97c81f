import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { Suspense } from 'react';
import { CodeBlock } from '../../ui/code-block.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { changeState, toggleDraft } from './merge-request-actions.ts';

const ReportAbuse = lazyPart(
  () => import('../../discussions/threads/report-abuse.tsx'),
  ({ onClose }) => onClose,
);

type Shown = MergeRequestShowPageData;

/** How to have the branch in a clone. */
function checkoutCommands(mr: Shown['mergeRequest']): string {
  if (mr.isFork)
    return `git fetch origin refs/merge-requests/${mr.iid}/head\ngit switch --create review-${mr.iid} FETCH_HEAD`;
  return `git fetch origin\ngit switch ${mr.source?.branch ?? ''}`;
}

/** How to have the branch elsewhere. */
export function CheckOut({ page }: { page: Shown }) {
  const { mergeRequest: mr, paths, widget } = page;
  const { source } = mr;
  const mayEdit = mr.state === 'opened' && widget.user_permissions.push_to_source_branch;
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock text={checkoutCommands(mr)} label="Commands" />
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <a href={paths.patch} data-native download className="text-accent-fg hover:underline">
          Download patches
        </a>
        <a href={paths.plainDiff} data-native download className="text-accent-fg hover:underline">
          Download plain diff
        </a>
        {mayEdit && source?.treePath && (
          <a href={repositoryPaths.ide(source.projectPath, source.branch)} className="text-accent-fg hover:underline">
            Open in web IDE
          </a>
        )}
      </p>
    </div>
  );
}

/** What else can be done with the merge request. */
export function MoreItems({ page, onReport }: { page: Shown; onReport: () => void }) {
  const { mergeRequest: mr, can, paths } = page;
  return (
    <>
      {can.update && mr.state === 'opened' && (
        <MenuItem onSelect={() => void toggleDraft(page)}>{mr.draft ? 'Mark as ready' : 'Mark as draft'}</MenuItem>
      )}
      {can.close && <MenuItem onSelect={() => void changeState(page, 'close')}>Close merge request</MenuItem>}
      {can.reopen && <MenuItem onSelect={() => void changeState(page, 'reopen')}>Reopen merge request</MenuItem>}
      {can.report && <MenuItem onSelect={onReport}>Report abuse</MenuItem>}
      <MenuSeparator />
      <MenuLinkItem href={paths.plainDiff} native>
        Plain diff
      </MenuLinkItem>
    </>
  );
}

/** Tells administrators of the author of the merge request. */
export function Report({ page, onClose }: { page: Shown; onClose: () => void }) {
  return (
    <Suspense>
      <ReportAbuse authorId={page.mergeRequest.author?.id} seenAt={page.paths.overview} onClose={onClose} />
    </Suspense>
  );
}
