import type { ScheduleCard, SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ScheduleDialog } from '../schedules/schedule-dialog.tsx';
import { ScheduleRow } from '../schedules/schedule-row.tsx';

export default function PipelineSchedulesPage() {
  const { data } = usePage<SchedulesPageData>();
  const { schedules, canCreate, defaultBranch, projectId } = data;
  const path = `/api/v4/projects/${projectId}/pipeline_schedules`;
  const [edited, setEdited] = useState<ScheduleCard | 'new' | null>(null);
  const add = canCreate && (
    <Button variant="primary" onClick={() => setEdited('new')}>
      New schedule
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Pipeline schedules"
        meta="Run pipelines at set times, as the owner of the schedule."
        actions={schedules.length > 0 && add}
      />
      {schedules.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title="No pipeline schedules"
          text="A schedule runs the pipeline of a branch or tag regularly, such as every night."
          action={add}
        />
      ) : (
        <List label="Pipeline schedules">
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.id} path={path} schedule={schedule} onEdit={() => setEdited(schedule)} />
          ))}
        </List>
      )}
      {edited !== null && (
        <ScheduleDialog
          path={path}
          defaultBranch={defaultBranch}
          schedule={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </PageBody>
  );
}
