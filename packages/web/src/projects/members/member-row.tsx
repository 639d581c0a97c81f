import type { MemberEntry, MembersPageData } from '@tributary/contract/projects/page.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { useState } from 'react';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Select } from '../../ui/select.tsx';
import { membersApi } from './add-member.tsx';

function Meta({ member }: { member: MemberEntry }) {
  return (
    <>
      @{member.user.username}
      {member.inheritedFrom ? (
        <>
          {' · inherited from '}
          <a href={member.inheritedFrom.href} className="hover:underline">
            {member.inheritedFrom.fullPath}
          </a>
        </>
      ) : (
        <>
          {' · added '}
          <Time value={member.addedAt} />
          {member.addedBy && (
            <>
              {' '}
              by <bdi>{member.addedBy.name}</bdi>
            </>
          )}
        </>
      )}
      {member.expiresAt && <> · access ends on {member.expiresAt}</>}
    </>
  );
}

/** One person: what they are here, changed in place by those who may. */
export function MemberRow({ member, place }: { member: MemberEntry; place: MembersPageData['place'] }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const path = `${membersApi(place)}/${member.user.id}`;
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  const remove = async () => {
    const isSure = await confirm({
      title: member.isSelf ? `Leave ${place.name}?` : `Remove ${member.user.name} from ${place.name}?`,
      text: member.isSelf ? 'Somebody else has to add you again.' : 'They lose their role here at once.',
      action: member.isSelf ? 'Leave' : 'Remove',
      danger: true,
    });
    if (!isSure) return;
    await run(async () => {
      await api.delete(path);
      if (member.isSelf) await navigate('/');
      else await reloadPage();
    });
  };
  return (
    <ListRow
      leading={<Avatar name={member.user.name} id={member.user.id} src={member.user.avatarUrl} size={32} />}
      title={<bdi>{member.user.name}</bdi>}
      href={member.user.href}
      badges={
        <>
          {member.isSelf && <Badge tone="accent">It’s you</Badge>}
          {member.user.state !== 'active' && <Badge tone="warning">{member.user.state}</Badge>}
        </>
      }
      meta={
        <>
          <Meta member={member} />
          {error !== null && (
            <span role="alert" className="block text-failed">
              {error}
            </span>
          )}
        </>
      }
      trailing={
        <span className="flex flex-wrap items-center gap-2">
          {member.levels.length > 0 ? (
            <Select
              label={`Role of ${member.user.name}`}
              labelHidden
              value={String(member.level)}
              onValueChange={(value) =>
                void run(async () => {
                  await api.put(path, { body: { access_level: Number(value) } });
                  await reloadPage();
                })
              }
              options={member.levels.map((level) => ({ value: String(level), label: accessLevelName(level) }))}
            />
          ) : (
            <span className="text-fg-muted">{member.levelName}</span>
          )}
          {member.removalRefusal === null && (
            <Button size="sm" busy={isBusy} onClick={() => void remove()}>
              {member.isSelf ? 'Leave' : 'Remove'}
            </Button>
          )}
        </span>
      }
    />
  );
}
