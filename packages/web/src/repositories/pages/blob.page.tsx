import type { BlobPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { Suspense, useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { Banner } from '../../ui/banner.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { BlobHeader } from '../files/blob-header.tsx';
import { BlobViewerView } from '../files/blob-viewer.tsx';
import { FileDialog } from '../dialogs.tsx';
import { HiddenCharacters } from '../files/hidden-characters.tsx';
import { LastCommitBar } from '../files/last-commit-bar.tsx';
import { PathCrumbs } from '../files/path-crumbs.tsx';
import { RepositoryBar } from '../files/repository-bar.tsx';
import { usePermalinkKey } from '../files/use-permalink-key.ts';

const CodeOwnersProblems = lazyPart(() => import('../files/code-owners-problems.tsx'));
const CODE_OWNERS = new Set(['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS']);

/** Keys of the directory that a path is in: the crumb before the last. */
function directoryOf(data: BlobPageData): string {
  return data.place.crumbs.at(-2)?.path ?? '';
}

export default function BlobPage() {
  const { data } = usePage<BlobPageData>();
  const { place, viewer } = data;
  const [dialog, setDialog] = useState<'replace' | 'delete' | null>(null);
  const [isWrapped, setWrapped] = useStored('code.wrap', false, parseBoolean);
  usePermalinkKey(data.permalinkHref);
  const hrefFor = (ref: string): string => repositoryPaths.blob(place.projectPath, ref, place.path);
  return (
    <PageBody width="full">
      <RepositoryBar place={place} hrefFor={hrefFor}>
        <PathCrumbs crumbs={place.crumbs} path={place.path} />
      </RepositoryBar>
      {data.lastCommit !== null && (
        <div className="mb-3 rounded-md border bg-raised [&>*]:border-b-0">
          <LastCommitBar commit={data.lastCommit} historyHref={data.historyHref} />
        </div>
      )}
      {viewer.type === 'code' && viewer.hiddenCharacters.length > 0 && (
        <HiddenCharacters found={viewer.hiddenCharacters} />
      )}
      {CODE_OWNERS.has(data.file.path) && (
        <Suspense>
          <CodeOwnersProblems projectPath={place.projectPath} gitRef={place.ref.name} path={data.file.path} />
        </Suspense>
      )}
      <section aria-label={data.file.name} className="rounded-md border bg-raised">
        <BlobHeader data={data} isWrapped={isWrapped} onWrap={setWrapped} onDialog={setDialog} />
        <BlobViewerView data={data} isWrapped={isWrapped} />
      </section>
      {viewer.type === 'code' && !viewer.endsWithNewline && (
        <p className="mt-2 text-sm text-fg-muted">No newline at end of file</p>
      )}
      {place.ref.kind !== 'branch' && place.can.createBranch && (
        <Banner className="mt-3">
          {`You can edit files only on a branch, and this is a ${place.ref.kind}. Switch to a branch to edit this file.`}
        </Banner>
      )}
      {dialog !== null && (
        <FileDialog
          mode={{ type: dialog, path: data.file.path, lastCommitId: data.lastCommit?.sha ?? null }}
          projectPath={place.projectPath}
          branch={place.ref.name}
          directory={directoryOf(data)}
          onClose={() => setDialog(null)}
        />
      )}
    </PageBody>
  );
}
