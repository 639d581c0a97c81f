import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { plural } from '../../lib/format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { commitFiles } from '../commands.ts';
import { CommitTargetFields } from '../editor/commit-target-fields.tsx';
import type { FileNow } from '../editor/conflict-panel.tsx';
import { fetchCurrentFile } from '../editor/use-file-commit.ts';
import { useCommitTarget } from '../editor/use-commit-target.ts';
import { actionsOf, changedFiles, messageFor, stagedFiles } from './model/ide-file.ts';
import type { OpenFile } from './model/ide-state.ts';
import type { Ide } from './use-ide.ts';

export type IdeConflict = { file: OpenFile; now: FileNow };

type Props = {
  ide: Ide;
  form: CommitForm;
  projectPath: string;
  headSha: string;
  onClose: () => void;
  onConflict: (conflict: IdeConflict) => void;
};

/** The first of the changed files that someone else changed meanwhile. */
async function findConflict(
  files: readonly OpenFile[],
  projectPath: string,
  branch: string,
): Promise<IdeConflict | null> {
  for (const { file: changed, change } of changedFiles(files)) {
    const file = files.find(({ id }) => id === changed.id);
    // Bytes that are no text are not combined.
    if (change !== 'updated' || !file?.was || file.base === null || file.encoding === 'base64') continue;
    const now = await fetchCurrentFile(projectPath, branch, file.was);
    if (now.lastCommitId !== file.base.lastCommitId) return { file, now };
  }
  return null;
}

/** Makes one commit of all changes. What stands in its way is told, and nothing is lost. */
export default function CommitDialog({ ide, form, projectPath, headSha, onClose, onConflict }: Props) {
  const navigate = useNavigate();
  const files = stagedFiles(ide.filesNow());
  const count = changedFiles(files).length;
  const fallback = messageFor(files);
  const target = useCommitTarget(form, fallback, { message: ide.message });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (): Promise<void> => {
    if (isBusy) return;
    const found = target.problems();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setProblem(null);
    const isNew = target.way === 'new';
    try {
      const to = isNew ? { ...target.target(), startSha: headSha } : target.target();
      const made = await commitFiles(form.commitsPath, to, actionsOf(files, isNew));
      ide.committed(files.map(({ id }) => id));
      await navigate(target.next(() => repositoryPaths.commit(projectPath, made.id)));
    } catch (error) {
      const mayBeConflict = !isNew && isAppError(error) && [400, 404, 409, 422].includes(error.status);
      const conflict = mayBeConflict ? await findConflict(files, projectPath, form.branch).catch(() => null) : null;
      setBusy(false);
      if (conflict === null) return setProblem(messageOf(error));
      onConflict(conflict);
      onClose();
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Commit ${plural(count, 'file')}`}
      text="The selected changes are committed together."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CommitTargetFields
          form={form}
          state={target}
          placeholder={fallback}
          errors={errors}
          onMessageChange={ide.setMessage}
          slot={ide.messageSlot}
        />
        {problem !== null && (
          <div className="mt-3">
            <Banner tone="danger" live>
              {problem}
            </Banner>
          </div>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Commit changes
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
