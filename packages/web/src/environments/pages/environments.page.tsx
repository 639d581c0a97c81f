import type { EnvironmentsPageData } from '@tributary/contract/environments/page.ts';
import { Boxes, SearchX } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EnvironmentDialog } from '../environment-dialog.tsx';
import { ENVIRONMENT_LIST, EnvironmentListRow } from '../environment-row.tsx';
import { useDeploymentChanges } from '../use-deployment-changes.ts';

function Search({ search }: { search: string }) {
  const { setSearch } = usePageUrl();
  const [text, setText] = useState(search);
  const find = (event: FormEvent) => {
    event.preventDefault();
    void setSearch({ search: text.trim() || null, page: null });
  };
  return (
    <form role="search" className="flex items-end gap-2 py-3" onSubmit={find}>
      <TextField
        label="Search by environment name"
        labelHidden
        type="search"
        placeholder="Search by environment name"
        className="max-w-100 flex-1"
        value={text}
        onValueChange={setText}
      />
      <Button type="submit">Search</Button>
    </form>
  );
}

function Nothing({ data }: { data: EnvironmentsPageData }) {
  const { setSearch } = usePageUrl();
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.search !== '' || data.folder !== null) {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching environments"
        text="Change or remove the search."
        action={<Button onClick={() => void setSearch({ search: null, folder: null })}>Show all environments</Button>}
      />
    );
  }
  if (data.scope === 'stopped') {
    return (
      <EmptyState
        icon={Boxes}
        title="There are no stopped environments"
        text="Environments that were stopped are listed here."
      />
    );
  }
  return (
    <EmptyState
      icon={Boxes}
      title="There are no environments yet"
      text="Code is deployed to environments, such as staging or production. A job with the keyword environment creates one."
    />
  );
}

export default function EnvironmentsPage() {
  const { data } = usePage<EnvironmentsPageData>();
  const { hrefWith } = usePageUrl();
  const [isNew, setNew] = useState(false);
  useDeploymentChanges(data.projectId, () => void reloadPage());
  const tab = (key: EnvironmentsPageData['scope'], label: string) => ({
    key,
    label,
    active: data.scope === key,
    count: data.counts[key],
    href: hrefWith({ scope: key === 'available' ? null : key, page: null, folder: null }),
  });
  return (
    <PageBody width="full">
      <PageHeader
        title={data.folder === null ? 'Environments' : `Environments / ${data.folder}`}
        actions={
          data.can.create && (
            <Button variant="primary" onClick={() => setNew(true)}>
              New environment
            </Button>
          )
        }
      />
      {data.frozenUntil !== null && (
        <Banner tone="warning">
          A deploy freeze is active. It ends <Time value={data.frozenUntil} />.
        </Banner>
      )}
      <LinkTabs label="Environments" items={[tab('available', 'Available'), tab('stopped', 'Stopped')]} />
      <Search key={data.search} search={data.search} />
      {data.folder !== null && (
        <p className="pb-3">
          <a href={hrefWith({ folder: null, page: null })} className="rounded-sm text-accent-fg hover:underline">
            Show all environments
          </a>
        </p>
      )}
      {data.entries.length > 0 ? (
        <ul aria-label="Environments" className={ENVIRONMENT_LIST}>
          {data.entries.map((entry) => (
            <EnvironmentListRow
              key={entry.folder ?? entry.environment.id}
              entry={entry}
              folderHref={hrefWith({ folder: entry.folder, page: null })}
              onDone={reloadPage}
            />
          ))}
        </ul>
      ) : (
        <Nothing data={data} />
      )}
      {isNew && <EnvironmentDialog projectId={data.projectId} environment={null} onClose={() => setNew(false)} />}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
