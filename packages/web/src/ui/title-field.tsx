import { useState } from 'react';
import { messageOf } from '../lib/app-error.ts';

const MAX_LENGTH = 255;

export type TitleFieldProps = {
  title: string;
  /** Saves and shows the new title; after false, and with what it throws at the field, the text stays to be changed. */
  onSave: (title: string) => Promise<unknown>;
  onClose: () => void;
};

/** Enter or leaving it saves, Escape does not. */
export default function TitleField({ title, onSave, onClose }: TitleFieldProps) {
  const [text, setText] = useState(title);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    if (isSaving) return;
    if (text.trim() === '' || text === title) return onClose();
    setIsSaving(true);
    setError(null);
    try {
      if ((await onSave(text)) !== false) return onClose();
    } catch (failure) {
      setError(messageOf(failure));
    }
    return setIsSaving(false);
  };
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
          if (event.key === 'Escape') onClose();
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
