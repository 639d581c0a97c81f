import { Suspense, useState } from 'react';
import { focusSoon } from '../lib/focus-soon.ts';
import { Button } from './button.tsx';
import { loadedLater } from './loaded-later.tsx';
import type { TitleFieldProps } from './title-field.tsx';
import { TrustedHtml } from './trusted-html.tsx';

const TitleField = loadedLater(() => import('./title-field.tsx'));

export type EditableTitleProps = Omit<TitleFieldProps, 'onClose'> & {
  titleHtml: string;
  /** As `#5` or `!7`, shown after the title. */
  reference: string;
  canEdit: boolean;
};

/** The title of a page, changed in place by those who may. */
export function EditableTitle({ title, titleHtml, reference, canEdit, onSave }: EditableTitleProps) {
  const [isEditing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    focusSoon(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
  };
  const preload = () => void TitleField.preload();
  const shown = (
    <span className="group">
      <TrustedHtml as="bdi" html={titleHtml} className="break-words" />{' '}
      <span className="font-normal text-fg-muted">{reference}</span>
      {canEdit && (
        <Button
          size="sm"
          variant="ghost"
          className="ml-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => setEditing(true)}
        >
          Edit title
        </Button>
      )}
    </span>
  );
  if (!isEditing) return shown;
  return (
    <Suspense fallback={shown}>
      <TitleField title={title} onSave={onSave} onClose={close} />
    </Suspense>
  );
}
