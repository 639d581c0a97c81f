import { ABUSE_CATEGORIES, ABUSE_TEXTS, type AbuseCategory, abusePaths } from '@tributary/contract/accounts/abuse.ts';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useToast } from '../../ui/toast.tsx';

type Props = {
  /** Who wrote it. */
  authorId: number | undefined;
  /** Address of what they wrote. */
  seenAt: string;
  onClose: () => void;
};

/** Tells administrators of the author of a note, an issue or a merge request; why must be said. */
export default function ReportAbuse({ authorId, seenAt, onClose }: Props) {
  const toast = useToast();
  const [category, setCategory] = useState<AbuseCategory | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (category === null) {
      setMissing(true);
      return form.current?.querySelector('input')?.focus();
    }
    setBusy(true);
    setFailure(null);
    try {
      const address = new URL(seenAt, window.location.origin).href;
      await api.post(abusePaths.report, {
        body: { user_id: authorId, abuse_report: { category, reported_from_url: address } },
      });
      onClose();
      return toast({ text: 'Thank you for the report. The administrators will look into it.', tone: 'success' });
    } catch (error) {
      setBusy(false);
      return setFailure(messageOf(error));
    }
  };
  return (
    <Sheet open onOpenChange={onClose} title="Report abuse to administrator">
      <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void send(event)}>
        {failure !== null && (
          <Banner tone="danger" live>
            {failure}
          </Banner>
        )}
        <RadioGroup
          label="Why are you reporting this user?"
          error={isMissing && category === null ? 'Select a reason.' : undefined}
          value={category ?? ''}
          onValueChange={(value) => setCategory(ABUSE_CATEGORIES.find((each) => each === value) ?? null)}
          options={ABUSE_CATEGORIES.map((each) => ({ value: each, label: ABUSE_TEXTS[each] }))}
        />
        <div>
          <Button type="submit" variant="primary" busy={isBusy}>
            Next
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
