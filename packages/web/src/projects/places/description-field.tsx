import { useMemo } from 'react';
import {
  type UnfinishedText,
  useUnfinishedPlace,
  useUnfinishedText,
} from '../../app/unfinished/use-unfinished-text.ts';
import { WithHistory } from '../../app/unfinished/with-history.tsx';
import { TextArea } from '../../ui/text-area.tsx';

export type KeptDescription = UnfinishedText & { slot: { place: string; field: string }; saved: string };

/** Describes a group or a project; kept in the place while it is written. `saved` is what it says now. */
export function useDescription(place: string, saved = ''): KeptDescription {
  useUnfinishedPlace(place);
  const slot = useMemo(() => ({ place, field: 'description' }), [place]);
  return { slot, saved, ...useUnfinishedText(slot, saved) };
}

export function DescriptionField({ description }: { description: KeptDescription }) {
  const { slot, saved, text, setText, isKept } = description;
  return (
    <WithHistory slot={slot} of="description" onRestore={setText}>
      <TextArea
        label="Description"
        value={text}
        onValueChange={setText}
        minRows={2}
        // It may have been begun days ago, or elsewhere.
        hint={isKept && saved !== '' ? 'You changed it, and have not saved it yet.' : undefined}
      />
    </WithHistory>
  );
}
