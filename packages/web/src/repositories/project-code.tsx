import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { GitBranch, GitCommitHorizontal, HardDrive, Tag } from 'lucide-react';
import { formatBytes, formatCount } from '../lib/format.ts';
import { LastCommitBar } from './files/last-commit-bar.tsx';
import { ReadmeCard } from './files/readme-card.tsx';
import { RepositoryBar } from './files/repository-bar.tsx';
import { TreeTable } from './files/tree-table.tsx';

type ReadyRepository = Extract<ProjectShowPageData['repository'], { state: 'ready' }>;

const fact = 'inline-flex items-center gap-1.5 rounded-sm text-fg-muted';

function Facts({ repository }: { repository: ReadyRepository }) {
  const { place, counts } = repository;
  const link = `${fact} hover:text-accent-fg`;
  const words = (count: number, one: string, many: string) => (
    <span>
      <span className="font-medium text-fg">{formatCount(count)}</span> {count === 1 ? one : many}
    </span>
  );
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <a href={repositoryPaths.commits(place.projectPath, place.ref.name)} className={link}>
        <GitCommitHorizontal size={14} aria-hidden />
        {words(counts.commits, 'commit', 'commits')}
      </a>
      <a href={repositoryPaths.branches(place.projectPath)} className={link}>
        <GitBranch size={14} aria-hidden />
        {words(counts.branches, 'branch', 'branches')}
      </a>
      <a href={repositoryPaths.tags(place.projectPath)} className={link}>
        <Tag size={14} aria-hidden />
        {words(counts.tags, 'tag', 'tags')}
      </a>
      {counts.sizeBytes > 0 && (
        <span className={fact} title="Repository size on the server">
          <HardDrive size={14} aria-hidden />
          {formatBytes(counts.sizeBytes)}
        </span>
      )}
    </div>
  );
}

/** The files of the default branch, with what a visitor needs to get them. */
export function ProjectCode({ repository }: { repository: ReadyRepository }) {
  const { place, tree } = repository;
  return (
    <>
      <RepositoryBar
        place={place}
        hrefFor={(ref) => repositoryPaths.tree(place.projectPath, ref)}
        clone={repository.clone}
      >
        <Facts repository={repository} />
      </RepositoryBar>
      <div className="rounded-md border bg-raised">
        {repository.lastCommit !== null && (
          <LastCommitBar
            commit={repository.lastCommit}
            historyHref={repositoryPaths.commits(place.projectPath, place.ref.name)}
          />
        )}
        <TreeTable tree={tree} parentHref={null} label="Files" />
      </div>
      {repository.readme !== null && <ReadmeCard readme={repository.readme} />}
    </>
  );
}
