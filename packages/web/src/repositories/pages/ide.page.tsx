import type { IdePageData } from '@tributary/contract/projects/repository-page.ts';
import { useQuery } from '@tanstack/react-query';
import { usePage } from '../../app/navigation.tsx';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { IdeView } from '../ide/ide-view.tsx';
import { filePaths } from '../queries.ts';

export default function IdePage() {
  const { data } = usePage<IdePageData>();
  const files = useQuery(filePaths(data.filesPath), queryClient);
  return (
    <PageBody width="full">
      {files.isSuccess ? (
        <IdeView data={data} onBranch={files.data} />
      ) : (
        <>
          <h1 tabIndex={-1} className="pt-5 pb-3 text-h1">
            Web IDE
          </h1>
          {files.isError ? (
            <ErrorState text={messageOf(files.error)} onRetry={() => void files.refetch()} />
          ) : (
            <SkeletonRows rows={16} rowHeight={28} />
          )}
        </>
      )}
    </PageBody>
  );
}
