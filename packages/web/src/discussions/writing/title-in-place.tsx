import { EditableTitle } from '../../ui/editable-title.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { placeOf } from '../../app/unfinished/unfinished-texts.ts';
import { useHasUnfinished } from '../../app/unfinished/use-unfinished-text.ts';

const TitleEditor = loadedLater(() => import('./title-editor.tsx'));

const preload = () => void TitleEditor.preload();

/** The title of a thing that is talked about. */
export function TitleInPlace(props: {
  notes: { noteableType: string; noteableId: number };
  of: { title: string; titleHtml: string; reference: string; version: string };
  path: string;
  canEdit: boolean;
}) {
  const { of, path, canEdit } = props;
  const slot = { place: placeOf(props.notes), field: 'title-in-place' };
  return (
    <EditableTitle
      {...of}
      canEdit={canEdit}
      isBegun={useHasUnfinished(slot)}
      preload={preload}
      renderField={(onClose, autoFocus) => (
        <TitleEditor {...slot} current={of} path={path} onClose={onClose} autoFocus={autoFocus} />
      )}
    />
  );
}
