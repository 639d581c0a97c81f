import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';
import { messageOf } from '../../lib/app-error.ts';
import { formatBytes } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { commitFiles } from '../commands.ts';
import { CommitTargetFields } from './commit-target-fields.tsx';
import { FileDrop } from './file-drop.tsx';
import { fileDraftScope } from '../model/file-draft.ts';
import { displayName } from '../model/path-key.ts';
import { commitForm } from '../queries.ts';
import { uploadFiles } from './upload-files.ts';
import { useCommitTarget } from './use-commit-target.ts';

export type FileDialogMode =
  | { type: 'upload' }
  | { type: 'replace' | 'delete'; path: string; lastCommitId: string | null };

export type FileDialogProps = {
  mode: FileDialogMode;
  projectPath: string;
  branch: string;
  /** Where uploaded files go, and where the page leads when the file is gone. */
  directory: string;
  onClose: () => void;
};

const titles = { upload: 'Upload files', replace: 'Replace file', delete: 'Delete file' } as const;
const actions = { upload: 'Upload', replace: 'Replace file', delete: 'Delete file' } as const;

function defaultMessage(mode: FileDialogMode, files: readonly File[]): string {
  if (mode.type === 'upload') {
    if (files.length > 1) return `Upload ${files.length} files`;
    return files[0] === undefined ? 'Upload files' : `Upload ${files[0].name}`;
  }
  return `${mode.type === 'replace' ? 'Replace' : 'Delete'} ${displayName(mode.path)}`;
}

function Body({ mode, form, projectPath, directory, onClose }: FileDialogProps & { form: CommitForm }) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [progress, setProgress] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const message = defaultMessage(mode, files);
  const at = fileDraftScope(form.projectId, form.branch, mode.type === 'upload' ? `new:${directory}` : mode.path);
  const slot = useMemo(() => ({ place: at, field: `${mode.type}-message` }), [at, mode.type]);
  useAutosaveScope(at);
  const state = useCommitTarget(form, message, { slot });
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);

  const hrefOn = (branch: string): string =>
    mode.type === 'replace'
      ? repositoryPaths.blob(projectPath, branch, mode.path)
      : repositoryPaths.tree(projectPath, branch, directory);

  const check = (): Record<string, string> => {
    if (mode.type !== 'delete' && files.length === 0) return { base: 'Select a file first.' };
    if (totalBytes > form.maxBytes) {
      return {
        base: `The selected files total ${formatBytes(totalBytes)}. The limit is ${formatBytes(form.maxBytes)}.`,
      };
    }
    return state.problems();
  };

  const submit = async (): Promise<void> => {
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      if (mode.type === 'delete') {
        const { path, lastCommitId } = mode;
        await commitFiles(form.commitsPath, state.target(), [
          { action: 'delete', file_path: path, last_commit_id: lastCommitId },
        ]);
      } else await uploadFiles({ form, target: state.target(), files, mode, directory, onProgress: setProgress });
      state.arrived();
      onClose();
      const next = state.next(hrefOn);
      await navigate(next);
      if (new URL(next, window.location.href).pathname === window.location.pathname) await reloadPage();
    } catch (error) {
      setErrors({ base: messageOf(error) });
    }
    setBusy(false);
    setProgress(null);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
      className="flex flex-col gap-3"
    >
      {errors['base'] !== undefined && (
        <Banner tone="danger" live>
          {errors['base']}
        </Banner>
      )}
      {mode.type !== 'delete' && (
        <FileDrop files={files} onChange={setFiles} multiple={mode.type === 'upload'} disabled={isBusy} />
      )}
      <CommitTargetFields form={form} state={state} placeholder={message} errors={errors} slot={slot} />
      {isBusy && progress !== null && <ProgressBar value={progress} label="Uploading" />}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant={mode.type === 'delete' ? 'danger' : 'primary'} busy={isBusy}>
          {actions[mode.type]}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** Uploads, replaces or deletes files in one commit. */
export function FileDialog(props: FileDialogProps) {
  const { mode, projectPath, branch, directory, onClose } = props;
  const form = useQuery(commitForm(projectPath, branch, directory), queryClient);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={titles[mode.type]}>
      {form.isPending && <Skeleton width="100%" height="180px" />}
      {form.isError && <ErrorState text={messageOf(form.error)} onRetry={() => void form.refetch()} />}
      {form.isSuccess && <Body {...props} form={form.data} />}
    </Dialog>
  );
}
