import { ABUSE_CATEGORIES, ABUSE_TEXTS, type AbuseCategory } from '@tributary/contract/accounts/abuse.ts';
import type { PageNote } from '@tributary/contract/discussions/page.ts';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Tells administrators of the author of a note; why must be said. */
export default function ReportAbuse({ note, onClose }: { note: PageNote; onClose: () => void }) {
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
      const seenAt = new URL(note.noteable_note_url, window.location.origin).href;
      const body = { user_id: note.author?.id, abuse_report: { category, reported_from_url: seenAt } };
      await api.post(note.report_abuse_path ?? '', { body });
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
          error={isMissing && category === null ? 'Choose a reason.' : undefined}
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
