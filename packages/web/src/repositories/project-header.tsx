import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { GitFork, Globe, Lock, Shield, Star } from 'lucide-react';
import { useState } from 'react';
import { updatePageData } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { abbreviate, formatCount } from '../lib/format.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { RequestAccessButton } from '../projects/members/request-access-button.tsx';
import { setStarred } from './commands.ts';
import { TextLink } from '../ui/text-link.tsx';

const visibilities = {
  private: { icon: Lock, text: 'Private', hint: 'Only members can see this project.' },
  internal: { icon: Shield, text: 'Internal', hint: 'Everyone who is signed in can see this project.' },
  public: { icon: Globe, text: 'Public', hint: 'Everyone can see this project.' },
} as const;

function star(isStarred: boolean): (data: ProjectShowPageData) => ProjectShowPageData {
  return (data) =>
    data.isStarred === isStarred
      ? data
      : {
          ...data,
          isStarred,
          project: { ...data.project, starCount: Math.max(0, data.project.starCount + (isStarred ? 1 : -1)) },
        };
}

function StarButton({ data }: { data: ProjectShowPageData }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { project, isStarred } = data;
  const toggle = async (): Promise<void> => {
    setProblem(null);
    updatePageData(star(!isStarred));
    try {
      await setStarred(project.id, !isStarred);
    } catch (error) {
      updatePageData(star(isStarred));
      setProblem(messageOf(error));
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      {problem !== null && (
        <span role="alert" className="text-sm text-failed">
          {problem}
        </span>
      )}
      <Button aria-pressed={isStarred} onClick={() => void toggle()} title={formatCount(project.starCount)}>
        <Star size={14} aria-hidden className={isStarred ? 'fill-warning text-warning' : undefined} />
        {isStarred ? 'Starred' : 'Star'}
        <VisuallyHidden>, </VisuallyHidden>
        <span className="text-fg-muted">{abbreviate(project.starCount)}</span>
        <VisuallyHidden> stars</VisuallyHidden>
      </Button>
    </span>
  );
}

function ForkButtons({ data }: { data: ProjectShowPageData }) {
  const { project, can } = data;
  const count = abbreviate(project.forksCount);
  if (!can.fork && project.forksCount === 0) return null;
  return (
    <span className="inline-flex">
      {can.fork && (
        <Button asChild icon={GitFork} className="rounded-r-none">
          <a href={data.newForkHref}>Fork</a>
        </Button>
      )}
      <Button asChild className={can.fork ? '-ml-px rounded-l-none' : undefined} {...(!can.fork && { icon: GitFork })}>
        <a href={repositoryPaths.forks(project.fullPath)} aria-label={`${formatCount(project.forksCount)} forks`}>
          {can.fork ? count : `${count} forks`}
        </a>
      </Button>
    </span>
  );
}

/** Name, what it is for, and who may see it. */
export function ProjectHeader({ data }: { data: ProjectShowPageData }) {
  const { project, can } = data;
  const visibility = visibilities[project.visibility];
  return (
    <>
      <PageHeader
        leading={<Avatar name={project.name} id={project.id} src={project.avatarUrl} size={48} square />}
        title={<bdi className="break-words">{project.name}</bdi>}
        meta={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge icon={visibility.icon} title={visibility.hint}>
              {visibility.text}
            </Badge>
            {project.readOnly && (
              <Badge tone="warning">{project.readOnly.kind === 'deletion' ? 'Pending deletion' : 'Archived'}</Badge>
            )}
            {project.forkedFrom !== null && (
              <span>
                Forked from <TextLink href={project.forkedFrom.href}>{project.forkedFrom.fullPath}</TextLink>
              </span>
            )}
          </span>
        }
        actions={
          <>
            <RequestAccessButton place={{ kind: 'project', id: project.id }} state={data.accessRequest} />
            {can.star && <StarButton data={data} />}
            <ForkButtons data={data} />
          </>
        }
      />
      {project.description !== '' && (
        <p dir="auto" className="mb-2 max-w-180 break-words">
          {project.description}
        </p>
      )}
      {data.badges.length > 0 && (
        <div className="mb-2 flex flex-wrap items-center gap-2">
          {data.badges.map(({ id, name, href, src }) => (
            <a key={id} href={href} rel="noreferrer">
              {src === null ? <Badge>{name}</Badge> : <img src={src} alt={name} />}
            </a>
          ))}
        </div>
      )}
      {project.topics.length > 0 && (
        <ul aria-label="Topics" className="mb-2 flex flex-wrap gap-1.5">
          {project.topics.map((topic) => (
            <li key={topic}>
              <Badge tone="accent">
                <bdi>{topic}</bdi>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
