import type { GroupShowPageData } from '@tributary/contract/projects/page.ts';
import { plural } from '../../lib/format.ts';
import { usePage } from '../../app/navigation.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Prose } from '../../ui/prose.tsx';
import { RequestAccessButton } from '../members/request-access-button.tsx';
import { ReadOnlyBanner } from '../containers/read-only-banner.tsx';
import { GroupCardRow, VisibilityIcon } from '../containers/project-card-row.tsx';
import { ProjectList } from '../containers/project-list.tsx';

export default function GroupShowPage() {
  const { data } = usePage<GroupShowPageData>();
  const { group, can } = data;
  const newProject = (
    <Button asChild variant="primary">
      <a href={`/projects/new?namespace_id=${group.id}`}>New project</a>
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        leading={<Avatar name={group.name} id={group.id} src={group.avatarUrl} size={48} square />}
        title={<bdi>{group.name}</bdi>}
        badge={<VisibilityIcon visibility={group.visibility} />}
        meta={
          <>
            {group.fullPath}
            {can.readMembers && (
              <>
                {' · '}
                <a href={`/groups/${group.fullPath}/-/group_members`} className="hover:underline">
                  {plural(group.memberCount, 'member')}
                </a>
              </>
            )}
          </>
        }
        actions={
          <>
            <RequestAccessButton place={{ kind: 'group', id: group.id }} state={data.accessRequest} />
            {can.createSubgroup && (
              <Button asChild>
                <a href={`/groups/new?parent_id=${group.id}`}>New subgroup</a>
              </Button>
            )}
            {can.createProject && newProject}
          </>
        }
      />
      <ReadOnlyBanner reason={data.readOnly} noun="group" />
      {group.descriptionHtml !== '' && <Prose html={group.descriptionHtml} />}
      {data.subgroups.length > 0 && (
        <section aria-labelledby="subgroups" className="pt-4">
          <h2 id="subgroups" className="pb-2 text-h3 font-semibold">
            Subgroups
          </h2>
          <List label="Subgroups">
            {data.subgroups.map((each) => (
              <GroupCardRow key={each.id} group={each} />
            ))}
          </List>
        </section>
      )}
      <section aria-labelledby="projects" className="pt-6">
        <h2 id="projects" className="text-h3 font-semibold">
          Projects
        </h2>
        <ProjectList
          {...data}
          namespaceHidden
          empty={{
            title: 'No projects in this group',
            text: 'Projects in this group appear here.',
            ...(can.createProject && { action: newProject }),
          }}
        />
      </section>
    </PageBody>
  );
}
