import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import { CloudAlert, EyeOff, FileText } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { ReadOnlyBanner } from '../../projects/containers/read-only-banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PushedBranchBanner } from '../../projects/containers/pushed-branch-banner.tsx';
import { EmptyRepository } from '../empty-repository.tsx';
import { PreparingRepository } from '../preparing-repository.tsx';
import { ProjectHeader } from '../project-header.tsx';
import { ProjectCode } from '../project-code.tsx';

function Repository({ data }: { data: ProjectShowPageData }) {
  const { repository, project, can } = data;
  switch (repository.state) {
    case 'hidden':
      return (
        <EmptyState
          icon={EyeOff}
          title="Repository not available"
          text="The repository is disabled, or you do not have access to it."
        />
      );
    case 'preparing':
      return <PreparingRepository topic={repository.topic} isFork={repository.isFork} pollMs={repository.pollMs} />;
    case 'failed':
      return <EmptyState icon={CloudAlert} title="This project has no repository" text={repository.message} />;
    case 'empty':
      return <EmptyRepository project={project} repository={repository} canPush={can.push} />;
    case 'ready':
      return <ProjectCode repository={repository} />;
  }
}

export default function ProjectShowPage() {
  const { data } = usePage<ProjectShowPageData>();
  const { project, repository } = data;
  return (
    <PageBody>
      <ProjectHeader data={data} />
      <ReadOnlyBanner reason={project.readOnly} noun="project" />
      {data.pushedBranch && <PushedBranchBanner pushed={data.pushedBranch} />}
      <Repository data={data} />
      {repository.state === 'ready' && repository.readme === null && data.can.push && project.readOnly === null && (
        <EmptyState
          icon={FileText}
          title="No README"
          text="A README describes the project and how to get started."
          action={
            <a href={repository.newFileHref} className="text-accent-fg hover:underline">
              Add README
            </a>
          }
        />
      )}
    </PageBody>
  );
}
