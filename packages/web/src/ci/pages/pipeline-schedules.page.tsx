import type { ScheduleCard, SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import { CalendarClock } from 'lucide-react';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useItemDialog } from '../../ui/item-list.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx';
import { ScheduleRow } from '../schedules/schedule-row.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

const TABS = [
  { key: 'all', label: 'All' },
  { key: 'active', label: 'Active' },
  { key: 'inactive', label: 'Inactive' },
] as const;

export default function PipelineSchedulesPage() {
  const { data } = usePage<SchedulesPageData>();
  const { schedules, canCreate, counts, projectId, scope } = data;
  const { hrefWith } = usePageUrl();
  const path = `/api/v4/projects/${projectId}/pipeline_schedules`;
  const { add: openNew, edit, dialog } = useItemDialog<ScheduleCard>();
  usePipelineChanges(
    projectId,
    () => true,
    () => void reloadPage(),
  );
  const add = canCreate && (
    <Button variant="primary" onClick={openNew}>
      New schedule
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Pipeline schedules"
        meta="Run pipelines at set times, as the owner of the schedule."
        actions={counts.all > 0 && add}
      />
      {counts.all > 0 && (
        <LinkTabs
          label="Pipeline schedules"
          className="mb-4"
          items={TABS.map(({ key, label }) => ({
            key,
            label,
            active: scope === key,
            count: counts[key],
            href: hrefWith({ scope: key === 'all' ? null : key }),
          }))}
        />
      )}
      {schedules.length === 0 && counts.all > 0 && (
        <EmptyState icon={CalendarClock} title={`No ${scope} pipeline schedules`} />
      )}
      {counts.all === 0 && (
        <EmptyState
          icon={CalendarClock}
          title="No pipeline schedules"
          text="A schedule runs the pipeline of a branch or tag regularly, such as every night."
          action={add}
        />
      )}
      {schedules.length > 0 && (
        <List label="Pipeline schedules">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.id} path={path} schedule={schedule} onEdit={() => edit(schedule)} />
          ))}
        </List>
      )}
      {dialog((schedule, close) => (
        <ScheduleDialog key={schedule?.id ?? 0} data={data} schedule={schedule} onClose={close} />
      ))}
    </PageBody>
  );
}
