import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { SplitButton } from '../../ui/split-button.tsx';
import { confirmationOf, preferredStrategy, strategyLabel } from './merge-moment.ts';
import type { Widget } from './use-widget.ts';

type MergeButtonProps = {
  widget: Widget;
  isBlocked: boolean;
  /** By a strategy, when it may; at once without one. */
  merge: (strategy: string | null) => Promise<void>;
};

/** Merges now, or sets what merges later where the server offers that. */
export function MergeButton({ widget: { data, flow }, isBlocked, merge }: MergeButtonProps) {
  const available = data.available_auto_merge_strategies;
  const strategy = preferredStrategy(available);
  const isBusy = flow.state === 'merging';
  const start = async (chosen: string | null) => {
    const question = confirmationOf(data, chosen, available);
    if (question === null || (await confirm(question))) await merge(chosen);
  };
  if (strategy === null || !data.mergeable || !data.can_skip_merge_train) {
    return (
      <Button variant="primary" busy={isBusy} disabled={isBlocked} onClick={() => void start(strategy)}>
        {strategy === null ? 'Merge' : strategyLabel(strategy, data)}
      </Button>
    );
  }
  return (
    <SplitButton
      label={strategyLabel(strategy, data)}
      menuLabel="Select merge moment"
      busy={isBusy}
      disabled={isBlocked}
      onClick={() => void start(strategy)}
      menu={<MenuItem onSelect={() => void start(null)}>Merge immediately</MenuItem>}
    />
  );
}
