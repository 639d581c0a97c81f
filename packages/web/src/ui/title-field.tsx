import { type ReactNode, useRef, useState } from 'react';
import { isAppError, messageOf } from '../lib/app-error.ts';
import { confirm } from './confirm.tsx';

const MAX_LENGTH = 255;

/** What is being written, wherever it is kept. */
export type AutosavedTitle = {
  text: string;
  setText: (text: string) => void;
  /** It stands where it was meant to. */
  sent: () => void;
  discard: () => void;
  /** There is one that was not saved. */
  isKept: boolean;
};

export type TitleFieldProps = {
  title: string;
  begun: AutosavedTitle;
  /**
   * Saves and shows the new title; after false, and with what it throws at the field, the text stays to be changed.
   * `isAgain`: its writer was told what it is called by now, and wants this all the same.
   */
  onSave: (title: string, isAgain: boolean) => Promise<unknown>;
  onClose: () => void;
  autoFocus: boolean;
  /** Stands at the end of the field, and belongs to it: going there leaves nothing. */
  beside?: ReactNode;
};

const isConflict = (reason: unknown) => isAppError(reason) && reason.status === 409;

/** Enter or leaving it saves, Escape does not. */
export function TitleField({ title, begun, onSave, onClose, autoFocus, beside }: TitleFieldProps) {
  const { text } = begun;
  const [failure, setFailure] = useState<{ reason: unknown } | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  // While it is asked whether to give up, the field is left without being done with.
  const isAsking = useRef(false);
  // One that opened by itself is not saved by someone who only passes it.
  const [first] = useState(text);
  const isMeant = autoFocus || text !== first;
  const giveUp = () => {
    begun.discard();
    onClose();
  };
  const save = async () => {
    if (isSaving || isAsking.current) return;
    if (text.trim() === '' || text === title) return giveUp();
    setIsSaving(true);
    try {
      if ((await onSave(text, failure !== null && isConflict(failure.reason))) !== false) {
        begun.sent();
        return onClose();
      }
      setFailure(null);
    } catch (reason) {
      setFailure({ reason });
    }
    return setIsSaving(false);
  };
  const cancel = async () => {
    if (isSaving || isAsking.current) return;
    isAsking.current = true;
    const question = {
      title: 'Are you sure you want to cancel editing the title?',
      action: 'Cancel editing',
      cancel: 'Continue editing',
    };
    const mayGo = text === title || (await confirm(question));
    isAsking.current = false;
    if (mayGo) giveUp();
  };
  return (
    <span
      className="flex flex-col gap-1"
      onBlur={({ currentTarget, relatedTarget }) => {
        // What a button of it opened is not beside it in the document.
        const isWithin = currentTarget.contains(relatedTarget) || currentTarget.querySelector('[aria-expanded="true"]');
        if (isMeant && !isWithin) void save();
      }}
    >
      <span className="flex items-center gap-1">
        <input
          aria-label="Title"
          aria-invalid={failure !== null}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field was just asked for
          autoFocus={autoFocus}
          value={text}
          maxLength={MAX_LENGTH}
          onChange={(event) => begun.setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void save();
            if (event.key === 'Escape') void cancel();
          }}
          className="control w-full rounded-md border border-line-strong bg-surface px-2 text-h1"
        />
        {beside}
      </span>
      {failure !== null && !isSaving && (
        <span role="alert" className="text-sm font-normal text-failed">
          {messageOf(failure.reason)}
          {isConflict(failure.reason) && ` The current title is “${title}”.`}
        </span>
      )}
    </span>
  );
}
