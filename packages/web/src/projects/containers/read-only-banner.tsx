import type { ReadOnlyReason } from '@tributary/contract/projects/page.ts';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/calendar-day.ts';
import { Banner } from '../../ui/banner.tsx';

/** Says that a project or group is read-only, since when it will be gone, and which group above is the reason. */
export function ReadOnlyBanner({
  reason,
  noun,
  action,
}: {
  reason: ReadOnlyReason;
  noun: 'project' | 'group';
  action?: ReactNode;
}) {
  if (reason === null) return null;
  const { group, deletedOn } = reason;
  const subject = group ? (
    <>
      The group{' '}
      <a href={`/groups/${group.fullPath}/-/edit`} className="underline">
        {group.name}
      </a>
    </>
  ) : (
    `This ${noun}`
  );
  const end = group ? `This ${noun} is read-only.` : 'It is read-only.';
  return (
    <Banner tone={reason.kind === 'deletion' ? 'danger' : 'warning'} className="mb-3" action={action}>
      {subject} {deletedOn === null ? 'is archived.' : <>will be deleted on {formatDay(deletedOn)}.</>} {end}
    </Banner>
  );
}
