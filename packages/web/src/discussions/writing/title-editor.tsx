import { useMemo } from 'react';
import { TextHistory } from '../../app/autosave/text-history.tsx';
import { TitleField } from '../../ui/title-field.tsx';
import { saveTitle } from './sending/save-title.ts';
import { useSentForm } from '../../app/autosave/use-sent-form.ts';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';

/** Writes a title in place; what is typed is kept with the version of the title it was made of. */
export default function TitleEditor(props: {
  place: string;
  field: string;
  current: { title: string; version: string };
  /** PUT saves it. */
  path: string;
  onClose: () => void;
  autoFocus: boolean;
}) {
  const { place, field, current, path, onClose, autoFocus } = props;
  const slot = useMemo(() => ({ place, field }), [place, field]);
  const version = useAutosavedText(slot).base ?? current.version;
  const begun = useAutosavedText(slot, current.title, version);
  const form = useSentForm(place, [field], onClose);
  return (
    <TitleField
      title={current.title}
      begun={begun}
      onSave={(title, isAgain) => saveTitle(path, isAgain ? current : { ...current, version }, title, form)}
      onClose={onClose}
      autoFocus={autoFocus}
      beside={<TextHistory slot={slot} of="title" onRestore={begun.setText} />}
    />
  );
}
