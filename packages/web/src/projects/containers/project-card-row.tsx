import type { GroupCard, ProjectCard } from '@tributary/contract/projects/page.ts';
import { Archive, GitFork, Globe, Lock, Shield, Star } from 'lucide-react';
import { formatCount, plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { PipelineIconLink } from '../statuses/commit-status.tsx';

const VISIBILITY = {
  private: [Lock, 'Private: members only'],
  internal: [Shield, 'Internal: everyone signed in'],
  public: [Globe, 'Public: everyone'],
} as const;

export function VisibilityIcon({ visibility }: { visibility: ProjectCard['visibility'] }) {
  const [Icon, text] = VISIBILITY[visibility];
  return (
    <span className="inline-flex text-fg-faint" title={text}>
      <Icon aria-hidden size={14} />
      <span className="sr-only">{text}</span>
    </span>
  );
}

function Count({ icon: Icon, value, one }: { icon: typeof Star; value: number; one: string }) {
  if (value === 0) return null;
  return (
    <span className="flex items-center gap-1" title={plural(value, one)}>
      <Icon aria-hidden size={14} />
      {formatCount(value)}
      <span className="sr-only">{value === 1 ? one : `${one}s`}</span>
    </span>
  );
}

/** At the end of a row: what others think of it, and how old it is. */
function Facts({ project }: { project: ProjectCard }) {
  return (
    <>
      {project.pipeline && <PipelineIconLink status={project.pipeline} />}
      <Count icon={Star} value={project.starCount} one="star" />
      <Count icon={GitFork} value={project.forksCount} one="fork" />
      <Time value={project.lastActivityAt} className="sm:min-w-24 sm:text-end" />
    </>
  );
}

const MOST_TOPICS = 4;

function About({ project }: { project: ProjectCard }) {
  const topics = project.topics.slice(0, MOST_TOPICS);
  if (project.description === '' && topics.length === 0) return undefined;
  return (
    <>
      {project.description !== '' && (
        <span className="line-clamp-2">
          <bdi>{project.description}</bdi>
        </span>
      )}
      {topics.length > 0 && (
        <span className="flex flex-wrap gap-1 pt-1">
          {topics.map((topic) => (
            <Badge key={topic}>{topic}</Badge>
          ))}
        </span>
      )}
    </>
  );
}

export type ProjectCardRowProps = {
  project: ProjectCard;
  /** Where all stand in one namespace, its name says nothing. */
  namespaceHidden?: boolean;
};

export function ProjectCardRow({ project, namespaceHidden = false }: ProjectCardRowProps) {
  return (
    <ListRow
      leading={<Avatar name={project.name} id={project.id} src={project.avatarUrl} size={32} square />}
      title={
        <>
          {!namespaceHidden && (
            <span className="font-normal text-fg-muted">
              <bdi>{project.namespaceName}</bdi> /{' '}
            </span>
          )}
          <bdi>{project.name}</bdi>
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
      meta={<About project={project} />}
      trailing={<Facts project={project} />}
    />
  );
}

export function GroupCardRow({ group }: { group: GroupCard }) {
  return (
    <ListRow
      leading={<Avatar name={group.name} id={group.id} src={group.avatarUrl} size={32} square />}
      title={<bdi>{group.name}</bdi>}
      href={group.href}
      badges={
        <>
          <VisibilityIcon visibility={group.visibility} />
          {group.role && <Badge>{group.role}</Badge>}
        </>
      }
      meta={
        group.description === '' ? undefined : (
          <span className="line-clamp-2">
            <bdi>{group.description}</bdi>
          </span>
        )
      }
      trailing={
        <span>
          {plural(group.projectCount, 'project')}
          {group.subgroupCount > 0 && <>, {plural(group.subgroupCount, 'subgroup')}</>}
        </span>
      }
    />
  );
}
