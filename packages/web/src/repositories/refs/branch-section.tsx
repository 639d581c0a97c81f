import type { BranchesPageData, BranchRow, DivergenceAnswer } from '@tributary/contract/projects/repository-page.ts';
import { GitBranch, GitCompare, GitPullRequest, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, updatePageData } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { deleteBranch } from '../commands.ts';
import { CommitStatusIcon } from '../../projects/statuses/commit-status.tsx';
import { DivergenceBar } from './divergence-bar.tsx';

/** By branch name; what is missing is not known yet. */
export type Counts = ReadonlyMap<string, DivergenceAnswer[string]>;

const titles = { active: 'Active branches', stale: 'Stale branches', all: 'All branches' } as const;

function without(name: string): (data: BranchesPageData) => BranchesPageData {
  return (data) => ({
    ...data,
    total: Math.max(0, data.total - 1),
    sections: data.sections.map((section) => ({
      ...section,
      branches: section.branches.filter((branch) => branch.name !== name),
    })),
  });
}

/** Gone at once; back with the reason when the server refuses. */
function useDeletion(projectId: number, branch: BranchRow) {
  const confirm = useConfirm();
  const [problem, setProblem] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete branch ${branch.name}?`,
      text: branch.isMerged
        ? 'All its commits are already in the default branch.'
        : 'It has commits that are not in the default branch. They might be lost.',
      action: 'Delete branch',
      danger: true,
    });
    if (!isSure) return;
    setProblem(null);
    setGone(true);
    try {
      await deleteBranch(projectId, branch.name);
      updatePageData(without(branch.name));
      await reloadPage();
    } catch (error) {
      setGone(false);
      setProblem(messageOf(error));
    }
  };
  return { problem, isGone, remove };
}

function Row({
  branch,
  projectId,
  counts,
  most,
  canWrite,
}: {
  branch: BranchRow;
  projectId: number;
  counts: Counts;
  most: number;
  canWrite: boolean;
}) {
  const { problem, isGone, remove } = useDeletion(projectId, branch);
  if (isGone) return null;
  return (
    <ListRow
      leading={<GitBranch size={16} aria-hidden className="text-fg-faint" />}
      title={
        <>
          <a href={branch.href} className="rounded-sm font-mono text-code break-all text-fg hover:text-accent-fg">
            <bdi>{branch.name}</bdi>
          </a>
          <CopyButton
            text={branch.name}
            label={`Copy branch name ${branch.name}`}
            size="sm"
            className="ml-1 align-middle"
          />
        </>
      }
      badges={
        <>
          <CommitStatusIcon status={branch.commit.status} />
          {branch.isDefault && <Badge tone="accent">Default</Badge>}
          {branch.isProtected && <Badge icon={ShieldCheck}>Protected</Badge>}
          {branch.isMerged && <Badge tone="merged">Merged</Badge>}
        </>
      }
      meta={
        <>
          <a href={branch.commit.href} className="font-mono hover:text-accent-fg hover:underline">
            {branch.commit.shortSha}
          </a>
          {' · '}
          <bdi className="break-words">{branch.commit.title}</bdi>
          {' · '}
          <Time value={branch.commit.committer.date} />
          <RowProblem text={problem === null ? null : `${branch.name} was not deleted. ${problem}`} />
        </>
      }
      trailingInline={branch.isDefault}
      trailing={
        <span className="flex flex-wrap items-center gap-3 max-sm:gap-2">
          {!branch.isDefault && <DivergenceBar counts={counts.get(branch.name)} most={most} />}
          {branch.mergeRequest && (
            <Button asChild size="sm" icon={GitPullRequest}>
              <a href={branch.mergeRequest.href} title={branch.mergeRequest.title}>
                {branch.mergeRequest.reference} {branch.mergeRequest.draft ? 'Draft' : 'Open'}
              </a>
            </Button>
          )}
          {canWrite && !branch.mergeRequest && branch.newMergeRequestHref !== null && !branch.isMerged && (
            <Button asChild size="sm" icon={GitPullRequest}>
              <a href={branch.newMergeRequestHref} aria-label={`New merge request from ${branch.name}`}>
                Merge request
              </a>
            </Button>
          )}
          {branch.compareHref !== null && (
            <Button asChild size="sm" icon={GitCompare}>
              <a href={branch.compareHref} aria-label={`Compare ${branch.name}`}>
                Compare
              </a>
            </Button>
          )}
          {canWrite && (branch.canDelete || branch.deleteRefusal !== null) && (
            <IconButton
              icon={Trash2}
              size="sm"
              label={branch.canDelete ? `Delete ${branch.name}` : (branch.deleteRefusal ?? '')}
              aria-disabled={!branch.canDelete || undefined}
              onClick={() => branch.canDelete && void remove()}
            />
          )}
        </span>
      }
    />
  );
}

type Props = {
  section: BranchesPageData['sections'][number];
  projectId: number;
  counts: Counts;
  /** Makes and deletes branches here; others only look. */
  canWrite: boolean;
};

export function BranchSection({ section, projectId, counts, canWrite }: Props) {
  if (section.branches.length === 0) return null;
  const most = Math.max(0, ...[...counts.values()].flatMap(({ ahead, behind }) => [ahead, behind]));
  return (
    <section className="mb-5">
      <h2 className="mb-1.5 text-h3">{titles[section.kind]}</h2>
      <List label={titles[section.kind]} className="bg-raised">
        {section.branches.map((branch) => (
          <Row
            key={branch.name}
            branch={branch}
            projectId={projectId}
            counts={counts}
            most={most}
            canWrite={canWrite}
          />
        ))}
      </List>
      {section.moreHref !== null && (
        <p className="mt-2">
          <a href={section.moreHref} className="text-accent-fg hover:underline">
            {`Show more ${section.kind} branches`}
          </a>
        </p>
      )}
    </section>
  );
}
