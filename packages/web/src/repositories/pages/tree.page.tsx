import type { TreePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { FolderOpen, GitPullRequestArrow } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { LastCommitBar } from '../files/last-commit-bar.tsx';
import { PathCrumbs } from '../files/path-crumbs.tsx';
import { ReadmeCard } from '../files/readme-card.tsx';
import { RepositoryBar } from '../files/repository-bar.tsx';
import { TreeTable } from '../files/tree-table.tsx';

export default function TreePage() {
  const { data } = usePage<TreePageData>();
  const { place, tree } = data;
  const hrefFor = (ref: string): string => repositoryPaths.tree(place.projectPath, ref, place.path);
  return (
    <PageBody width="full">
      <RepositoryBar place={place} hrefFor={hrefFor} clone={data.clone}>
        <PathCrumbs crumbs={place.crumbs} path={place.path} />
      </RepositoryBar>
      <div className="rounded-md border bg-raised">
        {data.lastCommit !== null && <LastCommitBar commit={data.lastCommit} historyHref={data.historyHref} />}
        {tree.entries.length === 0 ? (
          <EmptyState icon={FolderOpen} title="This folder is empty" text="There are no files here." />
        ) : (
          <TreeTable
            tree={tree}
            parentHref={place.crumbs.at(-2)?.href ?? null}
            label={`Files in ${place.crumbs.at(-1)?.text ?? 'the repository'}`}
          />
        )}
      </div>
      {data.newMergeRequestHref !== null && (
        <div className="mt-3 flex justify-end">
          <Button asChild icon={GitPullRequestArrow}>
            <a href={data.newMergeRequestHref}>Create merge request from this branch</a>
          </Button>
        </div>
      )}
      {data.readme !== null && <ReadmeCard readme={data.readme} />}
    </PageBody>
  );
}
