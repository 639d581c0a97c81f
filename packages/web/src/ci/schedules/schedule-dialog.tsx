import type { ScheduleCard, SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import { Plus } from 'lucide-react';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { refOption, refOptions } from '../../repositories/refs/ref-options.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { RunVariables } from '../run/run-variables.tsx';
import { useVariableRows } from '../run/use-variable-rows.ts';

type Props = {
  data: Pick<SchedulesPageData, 'projectPath' | 'refsPath' | 'defaultBranch'>;
  schedule: ScheduleCard | null;
  onClose: () => void;
};

const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Adds a schedule, or changes one. */
export function ScheduleDialog({ data: { projectPath, refsPath, defaultBranch }, schedule, onClose }: Props) {
  const { rows, setRows, add, filled } = useVariableRows(
    (schedule?.variables ?? []).map((variable) => ({ ...variable, description: null, options: null })),
  );
  const form = useForm({
    initial: {
      description: schedule?.description ?? '',
      cron: schedule?.cron ?? '0 4 * * *',
      timezone: schedule?.timezone ?? ownTimezone(),
      ref: schedule?.ref ?? defaultBranch,
      active: schedule?.isActive ?? true,
    },
    fieldNames: { cron_timezone: 'timezone' },
    onSubmit: async ({ description, cron, timezone, ref, active }) => {
      const body = { description, cron, cron_timezone: timezone.trim(), ref, active, variables: filled };
      const path = `/${projectPath}/-/pipeline_schedules`;
      await (schedule ? api.put(`${path}/${schedule.id}`, { body }) : api.post(path, { body }));
      await reloadPage();
      onClose();
    },
  });
  const { value: ref, onValueChange: setRef, error } = form.text('ref');
  return (
    <FormDialog
      title={schedule ? 'Edit pipeline schedule' : 'New pipeline schedule'}
      form={form}
      action={schedule ? 'Save changes' : 'Create schedule'}
      onClose={onClose}
    >
      <TextField label="Description" required {...form.text('description')} />
      <TextField
        label="Interval pattern"
        required
        hint="Cron syntax: minute, hour, day of month, month, day of week. 0 4 * * 1-5 runs at 4:00 on weekdays."
        {...form.text('cron')}
      />
      <TextField label="Time zone" required hint="For example Europe/Berlin." {...form.text('timezone')} />
      <Combobox
        label="Branch or tag"
        required
        clearable={false}
        value={refOption(ref)}
        error={error}
        load={refOptions(refsPath)}
        onValueChange={([chosen]) => chosen && setRef(chosen.text)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">Variables</legend>
        {rows.length > 0 && <RunVariables hasTypes rows={rows} onChange={setRows} />}
        <Button size="sm" icon={Plus} onClick={add} className="self-start">
          Add variable
        </Button>
      </fieldset>
      <Checkbox label="Active" {...form.check('active')} />
    </FormDialog>
  );
}
