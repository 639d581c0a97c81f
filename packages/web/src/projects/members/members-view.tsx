import type { MembersPageData } from '@tributary/contract/projects/page.ts';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { usePage } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { formatCount } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPages, PageBeyond } from '../places/project-list.tsx';
import { AddPeople } from './add-people.tsx';
import { LeaveButton } from './leave-button.tsx';
import { MemberRow } from './member-row.tsx';

function countText({ paging, search, place }: MembersPageData): string {
  if (paging.total === 0) return 'Nobody found.';
  const people =
    paging.total === null ? 'Many people' : paging.total === 1 ? '1 person' : `${formatCount(paging.total)} people`;
  return search === '' ? `${people} in this ${place.kind}, those of the groups above included.` : `${people} found.`;
}

/** The people of a project or group: direct members and those who come from groups above. */
export function MembersView() {
  const { data } = usePage<MembersPageData>();
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <PageBody>
      <PageHeader
        title="Members"
        meta={countText(data)}
        actions={
          <>
            {data.self?.removalRefusal === null && (
              <LeaveButton self={data.self} place={data.place} onFail={setFailure} />
            )}
            {data.grantable.length > 0 && <AddPeople data={data} />}
          </>
        }
      />
      {failure !== null && (
        <Banner tone="danger" live>
          {failure}
        </Banner>
      )}
      <PageFilterBar fields={[]} placeholder="Search members" />
      {data.members.length > 0 ? (
        <List label="Members">
          {data.members.map((member) => (
            <MemberRow
              key={`${member.user.id} ${member.inheritedFrom?.fullPath ?? ''}`}
              member={member}
              place={data.place}
            />
          ))}
        </List>
      ) : data.paging.page > 1 ? (
        <PageBeyond />
      ) : (
        <EmptyState icon={SearchX} title="No member matches" text="Try another part of the name." />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
