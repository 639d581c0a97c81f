import { useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { focusSoon } from '../lib/focus-soon.ts';
import { Button } from './button.tsx';
import { TrustedHtml } from './trusted-html.tsx';

const MAX_LENGTH = 255;

export type EditableTitleProps = {
  title: string;
  titleHtml: string;
  /** As `#5` or `!7`, shown after the title. */
  reference: string;
  canEdit: boolean;
  /** Saves and shows the new title. What it throws is shown at the field, which keeps its text. */
  onSave: (title: string) => Promise<unknown>;
};

/** The title of a page, changed in place by those who may: Enter or leaving the field saves, Escape does not. */
export function EditableTitle({ title, titleHtml, reference, canEdit, onSave }: EditableTitleProps) {
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const close = () => {
    setText(null);
    setError(null);
    focusSoon(() => document.querySelector<HTMLElement>('h1'), { ifLost: true });
  };
  const save = async () => {
    if (text === null || isSaving) return;
    if (text.trim() === '' || text === title) return close();
    setIsSaving(true);
    try {
      await onSave(text);
      close();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setIsSaving(false);
    }
  };
  if (text === null) {
    return (
      <span className="group">
        <TrustedHtml as="bdi" html={titleHtml} className="break-words" />{' '}
        <span className="font-normal text-fg-muted">{reference}</span>
        {canEdit && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
            onClick={() => setText(title)}
          >
            Edit title
          </Button>
        )}
      </span>
    );
  }
  return (
    <span className="flex flex-col gap-1">
      <input
        aria-label="Title"
        aria-invalid={error !== null}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was just asked for
        autoFocus
        value={text}
        maxLength={MAX_LENGTH}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') close();
        }}
        className="control w-full rounded-md border border-line-strong bg-surface px-2 text-h1"
      />
      {error !== null && (
        <span role="alert" className="text-sm font-normal text-failed">
          {error}
        </span>
      )}
    </span>
  );
}
