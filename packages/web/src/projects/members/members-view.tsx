import type { MembersPageData } from '@tributary/contract/projects/page.ts';
import { SearchX } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ListPages } from '../places/project-list.tsx';
import { AddMember } from './add-member.tsx';
import { MemberRow } from './member-row.tsx';

/** The people of a project or group: direct members and those who come from groups above. */
export function MembersView() {
  const { data } = usePage<MembersPageData>();
  return (
    <PageBody>
      <PageHeader
        title="Members"
        meta={`Who belongs to ${data.place.name}, and as what.`}
        actions={data.grantable.length > 0 && <AddMember data={data} />}
      />
      <div className="pb-3">
        <PageFilterBar fields={[]} placeholder="Search members" />
      </div>
      {data.members.length === 0 ? (
        <EmptyState icon={SearchX} title="No member matches" text="Try another part of the name." />
      ) : (
        <List label="Members">
          {data.members.map((member) => (
            <MemberRow
              key={`${member.user.id} ${member.inheritedFrom?.fullPath ?? ''}`}
              member={member}
              place={data.place}
            />
          ))}
        </List>
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
