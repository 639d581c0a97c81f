import type { TrainPageData } from '@tributary/contract/merge-requests/train-page.ts';
import { TrainFront } from 'lucide-react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { useReloadOn } from '../trains/use-reload-on.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Section } from '../../ui/section.tsx';
import { TrainCars } from '../trains/train-cars.tsx';

export default function MergeTrainPage() {
  const { data } = usePage<TrainPageData>();
  const { cars, history, historyPage, historyPages, branches, targetBranch, projectPath, projectId } = data;
  const addressOf = (branch: string) => `/${projectPath}/-/merge_trains?target_branch=${encodeURIComponent(branch)}`;
  useReloadOn(projectId, () => void reloadPage());
  const isEmpty = cars.length === 0 && historyPages === 0;
  return (
    <PageBody>
      <PageHeader
        title="Merge trains"
        meta="Merge requests are merged in order, each tested together with those ahead of it."
      />
      {branches.length > 1 && (
        <LinkTabs
          label="Target branches"
          items={branches.map(({ name, count }) => ({
            key: name,
            label: name,
            href: addressOf(name),
            count,
            active: name === targetBranch,
          }))}
        />
      )}
      {isEmpty ? (
        <EmptyState
          icon={TrainFront}
          title="No merge train"
          text={
            data.isEnabled
              ? 'Add a merge request to the merge train from its page.'
              : 'Enable merged results pipelines and merge trains in the merge request settings of the project.'
          }
        />
      ) : (
        <>
          <Section title={targetBranch === null ? 'Train' : `Train into ${targetBranch}`}>
            {cars.length === 0 ? (
              <p className="text-fg-muted">No merge requests are waiting.</p>
            ) : (
              <TrainCars cars={cars} label="Merge requests in the train" isOrdered />
            )}
          </Section>
          {historyPages > 0 && (
            <Section title="History">
              <TrainCars cars={history} label="Merge requests that left the train" />
              <Pagination
                page={historyPage}
                totalPages={historyPages}
                hasNext={historyPage < historyPages}
                hrefFor={(page) => `${addressOf(targetBranch ?? '')}&page=${page}`}
                label="Pages of the history"
              />
            </Section>
          )}
        </>
      )}
    </PageBody>
  );
}
