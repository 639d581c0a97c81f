import type { FindFilePageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { FileFinder } from '../files/file-finder.tsx';
import { RefSwitcher } from '../refs/ref-switcher.tsx';

export default function FindFilePage() {
  const { data } = usePage<FindFilePageData>();
  return (
    <PageBody width="full">
      <div className="flex flex-wrap items-center gap-3 pt-4 pb-3">
        <RefSwitcher
          current={data.ref}
          refsPath={data.refsPath}
          hrefFor={(ref) => repositoryPaths.findFile(data.projectPath, ref)}
        />
        <h1 tabIndex={-1} className="text-h2 font-medium">
          Find file
        </h1>
      </div>
      <FileFinder projectPath={data.projectPath} refName={data.ref.name} filesPath={data.filesPath} />
    </PageBody>
  );
}
