import type { ScheduleCard } from '@tributary/contract/ci/schedules.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Props = { path: string; defaultBranch: string; schedule: ScheduleCard | null; onClose: () => void };

const ownTimezone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Adds a schedule, or changes one. */
export function ScheduleDialog({ path, defaultBranch, schedule, onClose }: Props) {
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
      const body = { description, cron, cron_timezone: timezone.trim(), ref: ref.trim(), active };
      await (schedule ? api.put(`${path}/${schedule.id}`, { body }) : api.post(path, { body }));
      await reloadPage();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={schedule ? 'Edit pipeline schedule' : 'New pipeline schedule'}
    >
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <TextField label="Description" required {...form.text('description')} />
        <TextField
          label="Interval pattern"
          required
          hint="Cron syntax: minute, hour, day of month, month, day of week. 0 4 * * 1-5 runs at 4:00 on weekdays."
          {...form.text('cron')}
        />
        <TextField label="Time zone" required hint="For example Europe/Berlin." {...form.text('timezone')} />
        <TextField label="Branch or tag" required {...form.text('ref')} />
        <Checkbox label="Active" {...form.check('active')} />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {schedule ? 'Save changes' : 'Create schedule'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
