import type { ProjectShowPageData } from '@tributary/contract/projects/repository-page.ts';
import type { ProjectHead } from '@tributary/contract/projects/repository-views.ts';
import { FilePlus2, FolderGit2 } from 'lucide-react';
import { reloadPage } from '../app/navigation.tsx';
import { useRealtime } from '../lib/realtime.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { CloneWithSsh, CopyLine } from './clone-menu.tsx';
import { namesRef } from './model/moved-refs.ts';
import { pushInstructions } from './model/push-instructions.ts';

type Empty = Extract<ProjectShowPageData['repository'], { state: 'empty' }>;

type Props = { project: ProjectHead; repository: Empty; canPush: boolean };

function OtherBranches({ repository }: { repository: Empty }) {
  return (
    <Banner
      className="mb-4"
      title={`The default branch ${repository.defaultBranch} does not exist yet`}
      action={
        <Button asChild size="sm">
          <a href={repository.branchesHref ?? ''}>View branches</a>
        </Button>
      }
    >
      There are other branches in this repository. Push the default branch, or select a different one in the settings.
    </Banner>
  );
}

/** What to do with a repository that has nothing in it. */
export function EmptyRepository({ project, repository, canPush }: Props) {
  // The first push turns this page into the project's home.
  useRealtime(`project:${project.id}`, (message) => {
    if (namesRef(message, `refs/heads/${repository.defaultBranch}`)) reloadPage().catch(() => undefined);
  });
  if (!canPush) {
    return (
      <>
        {repository.branchesHref !== null && <OtherBranches repository={repository} />}
        <EmptyState
          icon={FolderGit2}
          title="This repository is empty"
          text="Nothing has been pushed yet. Files appear here after the first push."
        />
      </>
    );
  }
  const steps = pushInstructions({
    url: repository.clone.ssh?.url ?? repository.clone.httpUrl,
    branch: repository.defaultBranch,
    folder: project.fullPath.split('/').at(-1) ?? 'project',
  });
  return (
    <div className="max-w-180 pb-4">
      {repository.branchesHref !== null && <OtherBranches repository={repository} />}
      <h2 className="mt-2 text-h2">This repository is empty</h2>
      <p className="mb-4 text-fg-muted">
        Push with Git, or create a file here. When Git asks for a password, enter your password or a personal access
        token.
      </p>
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <CopyLine label="Clone with HTTP" text={repository.clone.httpUrl} />
        </div>
        <Button asChild variant="primary" icon={FilePlus2}>
          <a href={repository.newFileHref}>New file</a>
        </Button>
      </div>
      {repository.clone.ssh !== null && (
        <div className="mb-5">
          <CloneWithSsh ssh={repository.clone.ssh} />
        </div>
      )}
      {steps.map((step) => (
        <section key={step.title} className="mb-4">
          <h3 className="mb-1 text-h3">{step.title}</h3>
          <CodeBlock text={step.commands} label={step.title} />
        </section>
      ))}
    </div>
  );
}
