import type { MemberEntry, MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { CalendarClock, LogOut, MoreHorizontal, UserMinus } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { formatDay } from '../../lib/calendar-day.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { AccessEndDialog } from './access-end-dialog.tsx';
import { confirmLeave } from './confirm-leave.ts';
import { changeMember, removeMember } from './commands.ts';
import { RoleSelect } from './role-select.tsx';

type Props = { member: MemberEntry; place: MembersPageData['place'] };

function Origin({ member }: { member: MemberEntry }) {
  if (member.origin !== 'direct') {
    return (
      <>
        {member.origin === 'above' ? ' · inherited from ' : ' · invited through '}
        {member.source === null ? (
          'a group you cannot see'
        ) : (
          <a href={member.source.href} className="hover:underline">
            {member.source.fullPath}
          </a>
        )}
      </>
    );
  }
  return (
    <>
      {' · added '}
      <Time value={member.addedAt} />
      {member.addedBy && (
        <>
          {' by '}
          <bdi>{member.addedBy.name}</bdi>
        </>
      )}
    </>
  );
}

function MemberMenu({ member, place, onFail }: Props & { onFail: (message: string | null) => void }) {
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [isEnding, setEnding] = useState(false);
  const remove = async () => {
    const isSure = member.isSelf
      ? await confirmLeave(place)
      : await confirm({
          title: `Remove ${member.user.name} from ${place.name}?`,
          text: 'They immediately lose their role here.',
          action: 'Remove',
          danger: true,
        });
    if (!isSure) return button.current?.focus();
    onFail(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await removeMember(place, member.user.id);
      if (member.isSelf) return await navigate('/');
      await reloadPage();
      return focusNext();
    } catch (failure) {
      onFail(messageOf(failure));
      return button.current?.focus();
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton ref={button} icon={MoreHorizontal} label={`More actions for ${member.user.name}`} />}
      >
        {member.levels.length > 0 && (
          <MenuItem icon={CalendarClock} onSelect={() => setEnding(true)}>
            Change expiration date
          </MenuItem>
        )}
        {member.removalRefusal === null && (
          <MenuItem icon={member.isSelf ? LogOut : UserMinus} danger onSelect={() => void remove()}>
            {member.isSelf ? `Leave this ${place.kind}` : `Remove from this ${place.kind}`}
          </MenuItem>
        )}
      </Menu>
      {isEnding && (
        <AccessEndDialog
          name={member.user.name}
          expiresAt={member.expiresAt}
          save={(expiresAt) => changeMember(place, { userId: member.user.id, level: member.level, expiresAt })}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

/** One user: what they are here, changed in place by those who may. */
export function MemberRow({ member, place }: Props) {
  const [error, setError] = useState<string | null>(null);
  const hasMenu = member.levels.length > 0 || member.removalRefusal === null;
  return (
    <ListRow
      leading={<Avatar name={member.user.name} id={member.user.id} src={member.user.avatarUrl} size={32} />}
      title={<bdi>{member.user.name}</bdi>}
      href={member.user.href}
      badges={
        <>
          {member.isSelf && <Badge tone="accent">It’s you</Badge>}
          {member.user.isBot && <Badge>Access token</Badge>}
          {member.user.state !== 'active' && <Badge tone="warning">{stateWord(member.user.state)}</Badge>}
          {member.expiresAt !== null && <Badge>{`Expires ${formatDay(member.expiresAt)}`}</Badge>}
        </>
      }
      meta={
        <>
          @{member.user.username}
          <Origin member={member} />
          <RowProblem text={error} />
        </>
      }
      trailing={
        <span className="flex min-h-8 items-center gap-1">
          {member.levels.length > 0 ? (
            <RoleSelect
              label={`Role of ${member.user.name}`}
              level={member.level}
              levels={member.levels}
              save={(level) => changeMember(place, { userId: member.user.id, level })}
              onFail={setError}
            />
          ) : (
            <span className="w-32 sm:px-2.25">{member.levelName}</span>
          )}
          {hasMenu ? <MemberMenu member={member} place={place} onFail={setError} /> : <span className="w-7" />}
        </span>
      }
    />
  );
}

function stateWord(state: string): string {
  return state.charAt(0).toUpperCase() + state.slice(1).replaceAll('_', ' ');
}
