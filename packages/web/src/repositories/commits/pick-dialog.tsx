import type { CommitHeadData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { queryClient } from '../../app/query-client.ts';
import { AppError, hasNoAnswer, messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import type { OptionLoad } from '../../ui/option-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createBranch, deleteBranch, pickCommit, type PickKind, pickProjects } from '../commands.ts';
import { refOption, refOptions } from '../refs/ref-options.tsx';

const words = {
  revert: {
    title: 'Revert this commit',
    text: 'This will create a new commit that reverts the existing changes.',
    label: 'Revert in branch',
    action: 'Revert',
    prefix: 'revert',
  },
  cherry_pick: {
    title: 'Cherry-pick this commit',
    text: 'This will create a new commit with the same changes on another branch.',
    label: 'Pick into branch',
    action: 'Cherry-pick',
    prefix: 'cherry-pick',
  },
} as const;

/** A commit, and the branch that it is taken back in or brought to unless another one is chosen. */
export type Pickable = Pick<CommitHeadData, 'projectId' | 'projectPath' | 'defaultBranch'> & {
  commit: Pick<CommitHeadData['commit'], 'sha' | 'shortSha'>;
};

export type PickDialogProps = { kind: PickKind; data: Pickable; onClose: () => void };

function branchesOf(projectPath: string): OptionLoad {
  const load = refOptions(repositoryPaths.refs(projectPath), 'branches');
  return (query, signal) =>
    load(query, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw new AppError({
        status: 500,
        code: 'internal',
        message: 'Something went wrong while fetching branches',
        cause: error,
      });
    });
}

type Destination = { projectId: number; projectPath: string; branch: string; isRequest: boolean; isFork: boolean };

/** Where the new commit goes. */
function DestinationText({ projectId, projectPath, branch, isRequest, isFork }: Destination) {
  const { data: open } = useQuery(
    {
      queryKey: ['merge-requests', 'open-from', projectId, branch],
      queryFn: ({ signal }) =>
        api.get<{ iid: number }[]>(`/api/v4/projects/${projectId}/merge_requests`, {
          query: { state: 'opened', source_branch: branch, per_page: 1 },
          signal,
        }),
      enabled: !isRequest && branch !== '',
    },
    queryClient,
  );
  if (isRequest) {
    return (
      <p className="text-fg-muted">
        A new branch will be created in {isFork ? <>the fork {projectPath}</> : 'this project'} and a new merge request
        will be started.
      </p>
    );
  }
  if (branch === '') return null;
  return (
    <p className="text-fg-muted">
      Your changes will be committed to <code className="break-all">{branch}</code>
      {open !== undefined && open.length > 0 && ' because a merge request is open'}.
    </p>
  );
}

/** Takes a commit back, or applies it to another branch: directly or by way of a merge request. */
export function PickDialog({ kind, data, onClose }: PickDialogProps) {
  const navigate = useNavigate();
  const { commit } = data;
  const [project, setProject] = useState<ComboboxOption[]>([{ id: String(data.projectId), text: data.projectPath }]);
  const projectId = Number(project[0]?.id ?? data.projectId);
  const projectPath = project[0]?.text ?? data.projectPath;
  const [target, setTarget] = useState<ComboboxOption[]>(refOption(data.defaultBranch ?? ''));
  const [isRequest, setRequest] = useState(true);
  const [newBranch, setNewBranch] = useState(`${words[kind].prefix}-${commit.shortSha}`);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const branch = target[0]?.text ?? '';
  const pickInto = async (into: string) => {
    const pick = () => pickCommit(projectId, kind, { sha: commit.sha, branch: into, from: data.projectId });
    if (!isRequest) return pick();
    await createBranch(projectId, into, branch);
    try {
      return await pick();
    } catch (error) {
      // A branch without the commit is of no use, and in the way of the next try.
      if (!hasNoAnswer(error)) await deleteBranch(projectId, into).catch(() => undefined);
      throw error;
    }
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const into = isRequest ? newBranch.trim() : branch;
      const made = await pickInto(into);
      onClose();
      await navigate(
        isRequest
          ? repositoryPaths.newMergeRequest(projectPath, into, branch)
          : repositoryPaths.commit(projectPath, made.id),
      );
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={words[kind].title} text={words[kind].text}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
        className="flex flex-col gap-3"
      >
        {problem !== null && (
          <Banner tone="danger" live>
            {problem}
          </Banner>
        )}
        {kind === 'cherry_pick' && (
          <Combobox
            label="Pick into project"
            value={project}
            onValueChange={(chosen) => {
              setProject(chosen);
              if (chosen[0]?.id !== project[0]?.id) setTarget([]);
            }}
            load={pickProjects(data.projectId)}
            clearable={false}
          />
        )}
        <Combobox
          key={projectPath}
          label={words[kind].label}
          value={target}
          onValueChange={setTarget}
          load={branchesOf(projectPath)}
          clearable={false}
        />
        <Checkbox label="Start a merge request with these changes" checked={isRequest} onCheckedChange={setRequest} />
        {isRequest && (
          <TextField label="New branch" value={newBranch} onValueChange={setNewBranch} inputClassName="font-mono" />
        )}
        <DestinationText {...{ projectId, projectPath, branch, isRequest }} isFork={projectId !== data.projectId} />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabled={branch === '' || (isRequest && newBranch.trim() === '')}
          >
            {words[kind].action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
