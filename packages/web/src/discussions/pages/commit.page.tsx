import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { CommitHeader } from '../../repositories/commits/commit-header.tsx';
import { DiffList } from '../../repositories/diff/diff-list.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { CommentedCommit } from '../commits/commented-commit.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';

export default function CommitPage() {
  const { data } = usePage<CommitPageData>();
  return (
    <PageBody width="full">
      <CommitHeader data={data} tab="changes" />
      {data.notes ? (
        <DiscussionsProvider notes={data.notes}>
          <CommentedCommit data={data} />
        </DiscussionsProvider>
      ) : (
        <DiffList diff={data.diff} />
      )}
    </PageBody>
  );
}
