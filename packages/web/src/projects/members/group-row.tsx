import type { InvitedGroupEntry, MembersPageData } from '@tributary/contract/projects/members-page.ts';
import { CalendarClock, Lock, MoreHorizontal, Unlink } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage } from '../../app/navigation.tsx';
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
import { changeInvitation, endInvitation } from './commands.ts';
import { RoleSelect } from './role-select.tsx';

type Props = { entry: InvitedGroupEntry; place: MembersPageData['place'] };

const HIDDEN = 'A group you cannot see';

function GroupMenu({ entry, place, onFail }: Props & { onFail: (message: string | null) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isEnding, setEnding] = useState(false);
  const name = entry.group?.name ?? HIDDEN;
  const remove = async () => {
    const isSure = await confirm({
      title: `Remove ${entry.group?.name ?? 'this group'} from ${place.name}?`,
      text: 'Its members immediately lose the role they have here through this invitation.',
      action: 'Remove',
      danger: true,
    });
    if (!isSure) return button.current?.focus();
    onFail(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await endInvitation(place, entry.groupId);
      await reloadPage();
      return focusNext();
    } catch (failure) {
      onFail(messageOf(failure));
      return button.current?.focus();
    }
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton ref={button} icon={MoreHorizontal} label={`More actions for ${name}`} />}>
        <MenuItem icon={CalendarClock} onSelect={() => setEnding(true)}>
          Change expiration date
        </MenuItem>
        <MenuItem icon={Unlink} danger onSelect={() => void remove()}>
          {`Remove from this ${place.kind}`}
        </MenuItem>
      </Menu>
      {isEnding && (
        <AccessEndDialog
          name={name}
          expiresAt={entry.expiresAt}
          save={(expiresAt) => changeInvitation(place, { groupId: entry.groupId, level: entry.level, expiresAt })}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  );
}

/** One invited group: what its users are here at most, changed in place by those who may. */
export function GroupRow({ entry, place }: Props) {
  const [error, setError] = useState<string | null>(null);
  const { group, source } = entry;
  return (
    <ListRow
      leading={
        group === null ? (
          <Lock size={16} aria-hidden className="mx-2 text-fg-muted" />
        ) : (
          <Avatar name={group.name} id={entry.groupId} src={group.avatarUrl} size={32} square />
        )
      }
      title={group === null ? HIDDEN : <bdi>{group.name}</bdi>}
      {...(group !== null && { href: group.href })}
      badges={entry.expiresAt !== null && <Badge>{`Expires ${formatDay(entry.expiresAt)}`}</Badge>}
      meta={
        <>
          {group !== null && `${group.fullPath} · `}
          {source === null ? (
            <>
              {'invited '}
              <Time value={entry.addedAt} />
            </>
          ) : (
            <>
              {'invited to '}
              <a href={`/groups/${source.fullPath}/-/group_members?tab=groups`} className="hover:underline">
                {source.fullPath}
              </a>
            </>
          )}
          <RowProblem text={error} />
        </>
      }
      trailing={
        <span className="flex min-h-8 items-center gap-1">
          {entry.levels.length > 0 ? (
            <>
              <RoleSelect
                label={`Maximum role of ${group?.name ?? HIDDEN}`}
                level={entry.level}
                levels={entry.levels}
                save={(level) => changeInvitation(place, { groupId: entry.groupId, level })}
                onFail={setError}
              />
              <GroupMenu entry={entry} place={place} onFail={setError} />
            </>
          ) : (
            <>
              <span className="w-32 sm:px-2.25">{entry.levelName}</span>
              <span className="w-7" />
            </>
          )}
        </span>
      }
    />
  );
}
