import { EditableTitle } from '../../ui/editable-title.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave } from '../../app/autosave/use-autosaved-text.ts';

const TitleEditor = lazyPart(() => import('./title-editor.tsx'));

const preload = () => void TitleEditor.preload();

/** The title of a thing that is talked about. */
export function NoteableTitle(props: {
  notes: { noteableType: string; noteableId: number };
  of: { title: string; titleHtml: string; reference: string; version: string };
  path: string;
  canEdit: boolean;
}) {
  const { of, path, canEdit } = props;
  const slot = { place: autosaveScopeOf(props.notes), field: 'title-in-place' };
  return (
    <EditableTitle
      {...of}
      canEdit={canEdit}
      isBegun={useHasAutosave(slot)}
      preload={preload}
      renderField={(onClose, autoFocus) => (
        <TitleEditor {...slot} current={of} path={path} onClose={onClose} autoFocus={autoFocus} />
      )}
    />
  );
}
