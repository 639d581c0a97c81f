import type { MemberEntry, MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { removeMember } from './commands.ts';
import { confirmLeave } from './confirm-leave.ts';

export type LeaveButtonProps = {
  self: MemberEntry;
  place: MembersPageData['place'];
  onFail: (message: string | null) => void;
};

/** Ends the own membership without looking for oneself in a long list. */
export function LeaveButton({ self, place, onFail }: LeaveButtonProps) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    if (!(await confirmLeave(place))) return;
    setBusy(true);
    onFail(null);
    try {
      await removeMember(place, self.user.id);
      await navigate('/');
    } catch (failure) {
      onFail(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void leave()}>
      {`Leave ${place.kind}`}
    </Button>
  );
}
