import type { GroupCard, ProjectCard } from '@tributary/contract/projects/page.ts';
import { Archive, GitFork, Globe, Lock, Shield, Star } from 'lucide-react';
import { Time } from '../../lib/time.tsx';
import { plural } from '../../lib/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';

const VISIBILITY = {
  private: [Lock, 'Private: members only'],
  internal: [Shield, 'Internal: everybody signed in'],
  public: [Globe, 'Public: everybody'],
} as const;

export function VisibilityIcon({ visibility }: { visibility: ProjectCard['visibility'] }) {
  const [Icon, text] = VISIBILITY[visibility];
  return (
    <span className="text-fg-faint" title={text}>
      <Icon aria-hidden size={14} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Stars({ project }: { project: ProjectCard }) {
  return (
    <span className="flex items-center gap-3 text-sm text-fg-muted">
      <span className="flex items-center gap-1" title={plural(project.starCount, 'star')}>
        <Star aria-hidden size={14} />
        {project.starCount}
        <span className="sr-only">stars</span>
      </span>
      {project.forksCount > 0 && (
        <span className="flex items-center gap-1" title={plural(project.forksCount, 'fork')}>
          <GitFork aria-hidden size={14} />
          {project.forksCount}
          <span className="sr-only">forks</span>
        </span>
      )}
    </span>
  );
}

export function ProjectCardRow({ project }: { project: ProjectCard }) {
  return (
    <ListRow
      leading={<Avatar name={project.name} id={project.id} src={project.avatarUrl} size={32} square />}
      title={
        <>
          <span className="font-normal text-fg-muted">{project.namespaceName} / </span>
          {project.name}
        </>
      }
      href={project.href}
      badges={
        <>
          <VisibilityIcon visibility={project.visibility} />
          {project.role && <Badge>{project.role}</Badge>}
          {project.archived && (
            <Badge tone="warning" icon={Archive}>
              Archived
            </Badge>
          )}
        </>
      }
      meta={
        <>
          {project.description !== '' && <>{project.description} · </>}
          Active <Time value={project.lastActivityAt} />
        </>
      }
      trailing={<Stars project={project} />}
    />
  );
}

export function GroupCardRow({ group }: { group: GroupCard }) {
  return (
    <ListRow
      leading={<Avatar name={group.name} id={group.id} src={group.avatarUrl} size={32} square />}
      title={group.name}
      href={group.href}
      badges={
        <>
          <VisibilityIcon visibility={group.visibility} />
          {group.role && <Badge>{group.role}</Badge>}
        </>
      }
      meta={
        <>
          {group.description !== '' && <>{group.description} · </>}
          {plural(group.projectCount, 'project')}
          {group.subgroupCount > 0 && <>, {plural(group.subgroupCount, 'subgroup')}</>}
        </>
      }
    />
  );
}
