import type { CiEditorPageData } from '@tributary/contract/ci/config-editor.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { FileLock2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { NOT_EDITED } from '../../repositories/editor/not-edited.ts';
import { RefSwitcher } from '../../repositories/refs/ref-switcher.tsx';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import PipelineSection from '../pipeline-section.tsx';
import { usePipelineChanges } from '../use-pipeline-changes.ts';

const ConfigEditor = lazyPart(() => import('../editor/config-editor.tsx'));

/** The editor keeps the file that it was opened with: what others push meanwhile does not touch what is typed. */
function OpenEditor({ data, onCommitted }: { data: CiEditorPageData; onCommitted: () => void }) {
  const [opened] = useState(data);
  return (
    <Suspense fallback={<Skeleton height="60vh" />}>
      <ConfigEditor data={opened} onCommitted={onCommitted} />
    </Suspense>
  );
}

export default function CiEditorPage() {
  const { data } = usePage<CiEditorPageData>();
  const { projectId, projectPath, branch, path, pipeline, notice, isEmptyRepository } = data;
  const [version, setVersion] = useState(0);
  // The section of the pipeline follows its own commit.
  usePipelineChanges(
    projectId,
    ({ sha }) => sha !== pipeline?.commit.id,
    () => void reloadPage(),
  );
  const reopen = async () => {
    toast({ text: `Committed to ${branch}.`, tone: 'success' });
    await reloadPage();
    setVersion((before) => before + 1);
    // The form that had the focus is replaced.
    focusWhenRendered(() => document.querySelector('h1'));
  };
  return (
    <PageBody width="full">
      <PageHeader
        title="Pipeline editor"
        meta={
          isEmptyRepository && (
            <>
              The repository is empty. Your first commit creates the branch{' '}
              <bdi className="font-mono text-sm text-fg">{branch}</bdi>.
            </>
          )
        }
        actions={
          !isEmptyRepository && (
            <RefSwitcher
              kinds="branches"
              current={{ kind: 'branch', name: branch, sha: '', isDefault: false, isProtected: false }}
              refsPath={repositoryPaths.refs(projectPath)}
              hrefFor={(name) => `/${projectPath}/-/ci/editor?branch_name=${encodeURIComponent(name)}`}
            />
          )
        }
      />
      {pipeline !== null && (
        <Card className="mb-4">
          <PipelineSection
            pipeline={pipeline}
            coverageDelta={null}
            projectId={projectId}
            onChanged={() => void reloadPage()}
          />
        </Card>
      )}
      {notice !== null ? (
        <EmptyState
          icon={FileLock2}
          title={`${path} cannot be edited here`}
          text={NOT_EDITED[notice]}
          action={
            <Button asChild>
              <a href={repositoryPaths.blob(projectPath, branch, path)}>Show the file</a>
            </Button>
          }
        />
      ) : (
        <OpenEditor key={`${branch}:${version}`} data={data} onCommitted={() => void reopen()} />
      )}
    </PageBody>
  );
}
