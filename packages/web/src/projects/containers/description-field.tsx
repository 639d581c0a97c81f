import { useMemo } from 'react';
import { type AutosavedText, useAutosaveScope, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { TextArea } from '../../ui/text-area.tsx';

export type AutosavedDescription = AutosavedText & { slot: { place: string; field: string }; saved: string };

/** Describes a group or a project; kept in the place while it is written. `saved` is what it says now. */
export function useDescription(place: string, saved = ''): AutosavedDescription {
  useAutosaveScope(place);
  const slot = useMemo(() => ({ place, field: 'description' }), [place]);
  return { slot, saved, ...useAutosavedText(slot, saved) };
}

export function DescriptionField({ description }: { description: AutosavedDescription }) {
  const { slot, saved, text, setText, isKept } = description;
  return (
    <WithHistory slot={slot} of="description" onRestore={setText}>
      <TextArea
        label="Description"
        value={text}
        onValueChange={setText}
        minRows={2}
        // It may have been begun days ago, or elsewhere.
        hint={isKept && saved !== '' ? 'You have unsaved changes.' : undefined}
      />
    </WithHistory>
  );
}
