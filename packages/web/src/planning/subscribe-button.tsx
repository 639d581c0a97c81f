import type { LabelEntry, LabelsPageData, PlanningContainer } from '@tributary/contract/planning/page.ts';
import { Bell, BellRing } from 'lucide-react';
import { useState } from 'react';
import { updatePageData } from '../app/navigation.tsx';
import { messageOf } from '../lib/app-error.ts';
import { Button } from '../ui/button.tsx';
import { setLabelSubscription } from './labels-api.ts';

type Props = {
  label: LabelEntry;
  place: PlanningContainer;
  /** What failed, for the row to tell; null as soon as it is tried again. */
  onProblem: (text: string | null) => void;
};

function markLabel(id: number, isSubscribed: boolean): void {
  updatePageData<LabelsPageData>((data) => ({
    ...data,
    labels: data.labels.map((label) => (label.id === id ? { ...label, isSubscribed } : label)),
  }));
}

/** Whether the reader wants a mail when the label is put on something. The row stays, so that it can be undone at once. */
export function SubscribeButton({ label, place, onProblem }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const { id, name, isSubscribed } = label;
  const toggle = async (): Promise<void> => {
    onProblem(null);
    setBusy(true);
    markLabel(id, !isSubscribed);
    try {
      await setLabelSubscription(place, id, !isSubscribed);
      setSaid(isSubscribed ? `Unsubscribed from ${name}` : `Subscribed to ${name}`);
    } catch (error) {
      markLabel(id, isSubscribed);
      setSaid('');
      onProblem(messageOf(error));
    }
    setBusy(false);
  };
  const Icon = isSubscribed ? BellRing : Bell;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className="max-sm:w-6 max-sm:px-0"
        aria-label={isSubscribed ? `Unsubscribe from ${name}` : `Subscribe to ${name}`}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void toggle();
        }}
      >
        <Icon size={14} aria-hidden className={isSubscribed ? 'text-accent-fg' : undefined} />
        <span className="max-sm:hidden">{isSubscribed ? 'Unsubscribe' : 'Subscribe'}</span>
      </Button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
