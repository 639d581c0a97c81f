import type {
  ConflictFileView,
  ConflictsAnswer,
  ConflictsPageData,
  ConflictsPreview,
  ConflictStrategy,
} from '@tributary/contract/merge-requests/conflicts.ts';
import type { BasicWidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { useAutosavedText, useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';
import { reloadPage, useNavigate } from '../../app/navigation.tsx';
import { AppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { toast } from '../../ui/toast.tsx';
import { pollUntil } from '../widget/poll-until.ts';
import { choiceOf, type FileChoice, fingerprintOf, parseChoices, toInput } from './resolution.ts';

/** The choices are kept until it has succeeded. */
async function rebaseEnd(path: string): Promise<void> {
  const isOver = ({ rebase_in_progress: isRunning }: BasicWidgetData) => !isRunning;
  const { rebase_in_progress: isRunning, merge_error: error } = await pollUntil(path, isOver);
  const problem = isRunning ? 'The rebase takes longer than a minute. Reload to see how it ended.' : error;
  // Both branches are loaded again: what was in the way is seen there.
  if (problem !== null) throw new AppError({ status: 409, code: 'conflicts_changed', message: problem });
}

/** What is chosen, previewed and sent on the page. Choices and message survive a reload and another device. */
export function useConflicts(data: ConflictsPageData) {
  const place = `conflicts:${data.id}`;
  useAutosaveScope(place);
  const kept = useAutosavedText({ place, field: 'choices' });
  const message = useAutosavedText({ place, field: 'message' }, data.commitMessage);
  const [strategy, setStrategy] = useState<ConflictStrategy>(data.strategies[0] ?? 'merge');
  const [preview, setPreview] = useState<string | null>(null);
  const [failure, setFailure] = useState<AppError | string | null>(null);
  const [busy, setBusy] = useState<'preview' | 'commit' | null>(null);
  const navigate = useNavigate();
  const choices = parseChoices(kept.text);
  const inputs = data.files.map((file) => toInput(file, choiceOf(choices, file)));
  const body = {
    source_sha: data.sourceSha,
    target_sha: data.targetSha,
    files: inputs.flatMap((input) => input ?? []),
  };
  const run = async (kind: 'preview' | 'commit', work: () => Promise<void>) => {
    setBusy(kind);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof AppError ? error : 'Something went wrong. Please try again.');
    }
    setBusy(null);
  };
  const change = (files: readonly ConflictFileView[], choiceFor: (file: ConflictFileView) => FileChoice | null) => {
    const next = { ...choices };
    for (const file of files) {
      const choice = choiceFor(file);
      if (choice === null) delete next[file.path];
      else next[file.path] = { of: fingerprintOf(file), choice };
    }
    kept.setText(Object.keys(next).length === 0 ? '' : JSON.stringify(next));
    setPreview(null);
  };
  return {
    message,
    strategy,
    setStrategy,
    preview,
    failure,
    busy,
    unresolved: inputs.filter((input) => input === null).length,
    choiceOf: (file: ConflictFileView) => choiceOf(choices, file),
    choose: (file: ConflictFileView, choice: FileChoice | null) => change([file], () => choice),
    chooseAll: (use: 'source' | 'target') => change(data.files, () => ({ use })),
    closePreview: () => setPreview(null),
    showPreview: () =>
      run('preview', async () => {
        const { patch } = await api.post<ConflictsPreview>(data.previewPath, { body });
        setPreview(patch);
      }),
    commit: () =>
      run('commit', async () => {
        const how = strategy === 'rebase' ? { strategy } : { strategy, commit_message: message.text };
        const answer = await api.post<ConflictsAnswer>(data.resolvePath, { body: { ...body, ...how } });
        if (answer.rebase_in_progress) await rebaseEnd(data.basicPath);
        kept.sent();
        message.sent();
        await navigate(data.path);
        if (answer.rebase_in_progress) toast({ text: 'Rebase completed', tone: 'success' });
      }),
    reload: () =>
      run('preview', async () => {
        await reloadPage();
        setPreview(null);
      }),
  };
}
