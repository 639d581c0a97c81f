import type { MemberEntry, MembersPageData } from '@tributary/contract/projects/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { dayAfter } from '../../lib/calendar-day.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changeMember } from './commands.ts';

export type AccessEndDialogProps = {
  member: MemberEntry;
  place: MembersPageData['place'];
  onClose: () => void;
};

/** The day on which a membership ends by itself. */
export function AccessEndDialog({ member, place, onClose }: AccessEndDialogProps) {
  const [tomorrow] = useState(() => dayAfter(new Date()));
  const form = useForm({
    initial: { expiresAt: member.expiresAt ?? '' },
    onSubmit: async ({ expiresAt }) => {
      await changeMember(place, { userId: member.user.id, level: member.level, expiresAt });
      await reloadPage();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`End of access of ${member.user.name}`}
      width="sm"
    >
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <TextField
          label="Access ends on"
          type="date"
          min={tomorrow}
          hint="Leave empty for no end."
          {...form.text('expiresAt')}
        />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.isDirty}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
