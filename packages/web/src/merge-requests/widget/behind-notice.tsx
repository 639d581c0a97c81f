import { useState } from 'react';
import { isAppError } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { behindSentence } from './merge-sentence.tsx';
import type { Widget } from './use-widget.ts';

/** How far the source branch is behind, and a merge of the target into it for those who may push there. */
export function BehindNotice({ widget }: { widget: Widget }) {
  const { data } = widget;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sentence = behindSentence(data);
  const path = data.update_branch_path;
  if (sentence === null) return null;
  const update = async (to: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await widget.act(async () => {
        const { sha } = await api.put<{ sha: string }>(to, { body: { sha: data.diff_head_sha } });
        // The reader's own merge brings nothing that they have not seen.
        widget.seeHead(sha);
        toast({ text: 'Source branch updated', tone: 'success' });
      });
    } catch (error) {
      setProblem(isAppError(error) && error.status < 500 ? error.message : 'Something went wrong. Please try again.');
    }
    setBusy(false);
  };
  return (
    <>
      {sentence}
      {path !== null && (
        <>
          {' '}
          <Button size="sm" busy={isBusy} onClick={() => void update(path)}>
            Update branch
          </Button>
        </>
      )}
      {problem !== null && (
        <span role="alert" className="block text-failed">
          {problem}
        </span>
      )}
    </>
  );
}
