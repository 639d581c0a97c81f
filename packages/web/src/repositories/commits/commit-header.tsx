import type { CommitHeadData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NewRefDialog, PickDialog } from '../dialogs.tsx';
import { CommitFacts } from './commit-facts.tsx';
import { CommitMenu, type CommitAction } from './commit-menu.tsx';

type Tab = 'changes' | 'pipelines';

/** A commit without pipelines has its changes alone. */
function CommitTabs({ data, tab }: { data: CommitHeadData; tab: Tab }) {
  const { commit, pipelinesCount: count, projectPath } = data;
  if (tab === 'changes' && (count === null || count === 0)) return null;
  return (
    <LinkTabs
      label="Commit"
      className="mb-4"
      items={[
        { key: 'changes', label: 'Changes', href: commit.href, active: tab === 'changes' },
        {
          key: 'pipelines',
          label: 'Pipelines',
          href: repositoryPaths.commitPipelines(projectPath, commit.sha),
          count: count ?? undefined,
          active: tab === 'pipelines',
        },
      ]}
    />
  );
}

/** What a commit is, what can be done with it, and its tabs. */
export function CommitHeader({ data, tab }: { data: CommitHeadData; tab: Tab }) {
  const { commit } = data;
  const [action, setAction] = useState<CommitAction | null>(null);
  const close = (): void => setAction(null);
  return (
    <>
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
      <CommitTabs data={data} tab={tab} />
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
    </>
  );
}
