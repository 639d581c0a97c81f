import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { CommentedCommit } from '../commits/commented-commit.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { CommitFacts } from '../../repositories/commits/commit-facts.tsx';
import { CommitMenu, type CommitAction } from '../../repositories/commits/commit-menu.tsx';
import { DiffList } from '../../repositories/diff/diff-list.tsx';
import { NewRefDialog, PickDialog } from '../../repositories/dialogs.tsx';

export default function CommitPage() {
  const { data } = usePage<CommitPageData>();
  const { commit } = data;
  const [action, setAction] = useState<CommitAction | null>(null);
  const close = (): void => setAction(null);
  return (
    <PageBody width="full">
      <PageHeader
        title={<bdi className="break-words">{commit.title === '' ? 'Commit without a message' : commit.title}</bdi>}
        actions={
          <>
            <Button asChild icon={CodeXml}>
              <a href={data.browseHref}>Browse files</a>
            </Button>
            <CommitMenu data={data} onAction={setAction} />
          </>
        }
      />
      <CommitFacts data={data} />
      {data.notes ? (
        <DiscussionsProvider notes={data.notes}>
          <CommentedCommit data={data} />
        </DiscussionsProvider>
      ) : (
        <DiffList diff={data.diff} />
      )}
      {(action === 'revert' || action === 'cherry_pick') && <PickDialog kind={action} data={data} onClose={close} />}
      {(action === 'branch' || action === 'tag') && (
        <NewRefDialog
          kind={action}
          projectId={data.projectId}
          projectPath={data.projectPath}
          refsPath={repositoryPaths.refs(data.projectPath)}
          from={commit.sha}
          onClose={close}
        />
      )}
    </PageBody>
  );
}
