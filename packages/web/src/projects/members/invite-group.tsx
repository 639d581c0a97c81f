import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { useMemo, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { inviteGroup } from './commands.ts';
import { firstLevel } from './first-level.ts';
import { findGroups } from './group-options.tsx';

function InviteGroupForm({ data, onDone }: { data: MembersPageData; onDone: () => void }) {
  const [group, setGroup] = useState<ComboboxOption[]>([]);
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const load = useMemo(() => {
    const invited = data.invitedIds;
    return findGroups(data.place.kind === 'group' ? [...invited, data.place.id] : invited);
  }, [data]);
  const form = useForm({
    initial: { level: firstLevel(data.grantable), expiresAt: '' },
    onSubmit: async ({ level, expiresAt }) => {
      await inviteGroup(data.place, { groupId: Number(group[0]?.id), level: Number(level), expiresAt });
      await reloadPage();
      onDone();
    },
  });
  return (
    <form {...form.props}>
      <div className="flex flex-col gap-4">
        <FormError form={form} />
        <Combobox
          label="Group"
          required
          clearable={false}
          value={group}
          onValueChange={setGroup}
          load={load}
          placeholder="Name or path"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Maximum role"
            hint="Members with a lower role in the group keep that role."
            options={data.grantable.map((each) => ({ value: String(each.value), label: each.name }))}
            {...form.text('level')}
          />
          <TextField
            label="Access expiration date"
            type="date"
            min={tomorrow}
            hint="Leave blank for no expiration date."
            {...form.text('expiresAt')}
          />
        </div>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={group.length === 0}>
          Invite group
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Invites a group: its users get a role here, never a higher one than they have there. */
export function InviteGroup({ data }: { data: MembersPageData }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Invite a group to ${data.place.name}`}
      trigger={<Button variant="primary">Invite group</Button>}
    >
      <InviteGroupForm data={data} onDone={() => setOpen(false)} />
    </Dialog>
  );
}
