import type { StatusDuration } from '@tributary/contract/accounts/status.ts';
import { DEFAULT_STATUS_EMOJI, MAX_STATUS_LENGTH } from '@tributary/contract/accounts/limits.ts';
import type { UserStatusView } from '@tributary/contract/accounts/user-view.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form.tsx';
import { useSettingsForm } from '../../ui/settings-form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveStatus } from '../commands.ts';
import { SavedNote } from '../../ui/saved-note.tsx';

const ENDS: { value: StatusDuration | ''; label: string }[] = [
  { value: '', label: 'Never' },
  { value: '30_minutes', label: '30 minutes' },
  { value: '3_hours', label: '3 hours' },
  { value: '8_hours', label: '8 hours' },
  { value: '1_day', label: '1 day' },
  { value: '3_days', label: '3 days' },
  { value: '7_days', label: '1 week' },
  { value: '30_days', label: '30 days' },
];

/** What users say of themselves now. */
export function StatusForm({ status }: { status: UserStatusView | null }) {
  const form = useSettingsForm({
    initial: {
      emoji: status === null || status.emoji === DEFAULT_STATUS_EMOJI ? '' : status.emoji,
      message: status?.message ?? '',
      isBusy: status?.availability === 'busy',
      clearAfter: '',
    },
    onSubmit: async ({ emoji, message, isBusy, clearAfter }) => {
      await saveStatus({
        emoji: emoji.trim().replaceAll(':', ''),
        message,
        availability: isBusy ? 'busy' : 'not_set',
        ...(clearAfter !== '' && { clear_status_after: clearAfter }),
      });
      await reloadPage();
    },
  });
  return (
    <form {...form.props} className="flex max-w-160 flex-col gap-4">
      <FormError form={form} />
      <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <TextField
          label="Emoji"
          {...form.text('emoji')}
          placeholder={DEFAULT_STATUS_EMOJI}
          hint="Emoji name, such as coffee."
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField label="Message" {...form.text('message')} maxLength={MAX_STATUS_LENGTH} autoComplete="off" />
      </div>
      <Checkbox label="Busy" hint="Lets others know that you do not want to be disturbed." {...form.check('isBusy')} />
      <Select
        label="Clear after"
        {...form.text('clearAfter')}
        options={ENDS}
        className="w-60"
        hint={
          status?.clearAt != null && (
            <>
              The current status clears <Time value={status.clearAt} />.
            </>
          )
        }
      />
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Save status
        </Button>
        <SavedNote shown={form.isSaved} />
      </div>
    </form>
  );
}
