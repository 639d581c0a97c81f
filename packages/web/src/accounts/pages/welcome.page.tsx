import type { ProjectCard, WelcomePageData } from '@tributary/contract/projects/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { FolderGit2, GitFork, Star } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { Section } from '../../ui/section.tsx';

function ProjectRow({ project }: { project: ProjectCard }) {
  return (
    <ListRow
      leading={<Avatar name={project.name} id={project.id} src={project.avatarUrl} size={20} square />}
      href={project.href}
      title={
        <>
          <span className="font-normal text-fg-muted">
            <bdi>{project.namespaceName}</bdi>
            {' / '}
          </span>
          <bdi>{project.name}</bdi>
        </>
      }
      badges={project.archived && <Badge>Archived</Badge>}
      meta={project.description === '' ? undefined : <bdi>{project.description}</bdi>}
      trailing={
        <>
          <span className="inline-flex items-center gap-1" title={plural(project.starCount, 'star')}>
            <Star size={12} aria-hidden />
            {formatCount(project.starCount)}
            <span className="sr-only">stars</span>
          </span>
          <span className="inline-flex items-center gap-1" title={plural(project.forksCount, 'fork')}>
            <GitFork size={12} aria-hidden />
            {formatCount(project.forksCount)}
            <span className="sr-only">forks</span>
          </span>
          <Time value={project.lastActivityAt} />
        </>
      }
    />
  );
}

/** The start page of someone who is not signed in: what this is, the way in, and what everyone may see. */
export default function WelcomePage() {
  const { data } = usePage<WelcomePageData>();
  return (
    <PageBody>
      <header className="flex flex-col items-start gap-4 border-b py-10">
        <div>
          <h1 tabIndex={-1} className="text-h1">
            {data.instanceName}
          </h1>
          <p className="mt-1 max-w-140 text-fg-muted">
            Repositories, code review and merging for teams. Sign in to see your projects and what is waiting on you.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="primary" size="lg">
            <a href={shellPaths.signIn}>Sign in</a>
          </Button>
          {data.signUpEnabled && (
            <Button asChild size="lg">
              <a href={shellPaths.signUp}>Sign up</a>
            </Button>
          )}
        </div>
      </header>
      <Section title="Public projects" actions={<Link href={shellPaths.explore}>Explore all</Link>}>
        {data.projects.length === 0 ? (
          <EmptyState
            icon={FolderGit2}
            title="No public projects yet"
            text="Public projects appear here. Sign in to see your other projects."
          />
        ) : (
          <List label="Public projects">
            {data.projects.map((project) => (
              <ProjectRow key={project.id} project={project} />
            ))}
          </List>
        )}
      </Section>
    </PageBody>
  );
}
