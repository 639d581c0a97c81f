import type { RunnerCard, RunnerList, RunnersPageData } from '@tributary/contract/ci/runners-page.ts';
import { SearchX, Server } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { EnabledRunners } from '../runners/enabled-runners.tsx';
import { RegisterDialog } from '../runners/register-dialog.tsx';
import { type NewRunner, RunnerDialog } from '../runners/runner-dialog.tsx';
import { runnerFilterFields } from '../runners/runner-filter-fields.ts';
import { RunnerRow } from '../runners/runner-row.tsx';

const TITLES: Record<RunnerList['kind'], string> = {
  own: 'Assigned runners',
  assignable: 'Available runners of your other projects',
  project: 'Project runners',
  group: 'Group runners',
  instance: 'Instance runners',
};

function Rows({
  data,
  list,
  onEdit,
}: {
  data: RunnersPageData;
  list: RunnerList;
  onEdit: (runner: RunnerCard) => void;
}) {
  return (
    <>
      <List label={TITLES[list.kind]}>
        {list.runners.map((runner) => (
          <RunnerRow
            key={runner.id}
            runner={runner}
            list={list.kind}
            scope={data.scope}
            canChangeScope={data.canCreate}
            onEdit={() => onEdit(runner)}
          />
        ))}
      </List>
      {data.paging === null && list.total > list.runners.length && (
        <p className="mt-2 text-fg-muted">
          The newest {list.runners.length} of {list.total} are listed.
        </p>
      )}
    </>
  );
}

function NoRunners({ data, action }: { data: RunnersPageData; action: ReactNode }) {
  const { setSearch } = usePageUrl();
  if (data.paging !== null && data.paging.page > 1) return <PageBeyond />;
  if (Object.values(data.filters).some((value) => value !== null)) {
    const none = { status: null, type: null, paused: null, tag: null, page: null };
    return (
      <EmptyState
        icon={SearchX}
        title="No matching runners"
        text="Change or remove the filters."
        action={<Button onClick={() => void setSearch(none)}>Remove all filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Server}
      title="No runners"
      text="A runner runs the jobs of pipelines. Create one to get a token, then register it on a machine."
      action={action}
    />
  );
}

/** Of those that are not its own the scope lists what there is. */
function OtherList({
  data,
  list,
  onEdit,
}: {
  data: RunnersPageData;
  list: RunnerList;
  onEdit: (runner: RunnerCard) => void;
}) {
  const { kind } = list;
  if (kind === 'assignable' && list.runners.length === 0) return null;
  return (
    <Section title={TITLES[kind]} className="border-t">
      {(kind === 'instance' || kind === 'group') && <EnabledRunners data={data} kind={kind} />}
      {list.runners.length > 0 ? (
        <Rows data={data} list={list} onEdit={onEdit} />
      ) : (
        <p className="text-fg-muted">
          {kind === 'instance' ? 'This instance has no runners.' : 'Parent groups have no runners.'}
        </p>
      )}
    </Section>
  );
}

/** The runners of a project, of a group, or of the whole instance. */
export default function RunnersPage() {
  const { data } = usePage<RunnersPageData>();
  const { scope, lists, canCreate, url } = data;
  const [edited, setEdited] = useState<RunnerCard | 'new' | null>(null);
  const [made, setMade] = useState<NewRunner | null>(null);
  const [own, ...others] = lists;
  const add = canCreate && (
    <Button variant="primary" onClick={() => setEdited('new')}>
      New {scope.kind} runner
    </Button>
  );
  const isEmpty = own === undefined || own.runners.length === 0;
  const ownPart = isEmpty ? <NoRunners data={data} action={add} /> : <Rows data={data} list={own} onEdit={setEdited} />;
  return (
    <PageBody>
      <PageHeader title="Runners" meta="Runners run the jobs of pipelines." actions={!isEmpty && add} />
      {scope.kind === 'instance' ? (
        <>
          <PageFilterBar fields={runnerFilterFields} placeholder="Filter runners, such as status:Online" />
          {ownPart}
        </>
      ) : (
        <Section title={TITLES.own}>{ownPart}</Section>
      )}
      {others.map((list) => (
        <OtherList key={list.kind} data={data} list={list} onEdit={setEdited} />
      ))}
      {data.paging && <ListPages paging={data.paging} />}
      {edited !== null && (
        <RunnerDialog
          key={edited === 'new' ? 'new' : edited.id}
          scope={scope}
          runner={edited === 'new' ? null : edited}
          onCreated={setMade}
          onClose={() => setEdited(null)}
        />
      )}
      {made !== null && (
        <RegisterDialog
          url={url}
          token={made.token}
          title={`Register runner #${made.id}`}
          onClose={() => setMade(null)}
        />
      )}
    </PageBody>
  );
}
