import type { RunnersPageData } from '@tributary/contract/ci/runners-page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { RowProblem } from '../../ui/row-problem.tsx';
import { Switch } from '../../ui/switch.tsx';

type Props = { data: RunnersPageData; kind: 'instance' | 'group' };

/** Whether runners of the instance or of groups work for the project. */
export function EnabledRunners({ data: { scope, enabled, canCreate }, kind }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (enabled === null) return null;
  const change = async (checked: boolean) => {
    setBusy(true);
    setError(null);
    try {
      const name = kind === 'instance' ? 'shared_runners_enabled' : 'group_runners_enabled';
      await api.put(`/api/v4/projects/${scope.id}`, { body: { [name]: checked } });
      await reloadPage();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mb-3">
      <Switch
        label={kind === 'instance' ? 'Use instance runners for this project' : 'Use group runners for this project'}
        checked={enabled[kind]}
        disabled={!canCreate}
        busy={isBusy}
        onCheckedChange={(checked) => void change(checked)}
      />
      <RowProblem text={error} />
    </div>
  );
}
