import { useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast } from '../../ui/toast.tsx';

/** For a cache that makes jobs fail: the next jobs begin without one. */
export function ClearCaches({ projectPath }: { projectPath: string }) {
  const [isBusy, setBusy] = useState(false);
  const clear = async () => {
    const text = 'The next jobs begin with empty caches and may take longer.';
    if (!(await confirm({ title: 'Clear runner caches?', text, action: 'Clear runner caches' }))) return;
    setBusy(true);
    try {
      await api.post(`/${projectPath}/-/settings/ci_cd/reset_cache`);
      toast({ text: 'The caches were cleared.', tone: 'success' });
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={isBusy} onClick={() => void clear()}>
      Clear runner caches
    </Button>
  );
}
