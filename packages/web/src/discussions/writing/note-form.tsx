import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { type ReactNode, useState } from 'react';
import { isAppError, messageOf } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { MarkdownEditor } from './markdown-editor.tsx';
import { useSavedText } from './saved-text.ts';

export type NoteFormProps = {
  notes: NotesData;
  /** Names the text on this device; null keeps it in memory only. */
  saveKey: string | null;
  label: string;
  placeholder?: string;
  submitLabel: string;
  initial?: string;
  autoFocus?: boolean;
  minRows?: number;
  /** Sends the text; `key` is the same when the same text is sent again after a failure. */
  onSubmit: (text: string, key: string) => Promise<void>;
  onCancel?: () => void;
  /** What is cancelled, for the question before text is lost. */
  cancelQuestion?: { title: string; action: string };
  /** Other buttons beside the first; given the text and a way to send it by another act. */
  renderExtra?: (state: {
    text: string;
    isBusy: boolean;
    send: (act: (text: string, key: string) => Promise<void>) => void;
  }) => ReactNode;
  onUpKey?: () => void;
};

const NETWORK_MESSAGE = 'Your comment could not be submitted! Please check your network connection and try again.';

function explain(error: unknown): string {
  if (!isAppError(error) || error.status === 0 || error.status >= 500) return NETWORK_MESSAGE;
  const reason = error.errors['base']?.[0] ?? messageOf(error);
  return `Your comment could not be submitted because ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** Writes one note. Whatever happens to the request, the text stays until it has arrived. */
export function NoteForm(props: NoteFormProps) {
  const { notes, label, submitLabel, initial = '', onCancel } = props;
  const [text, setText, clear] = useSavedText(props.saveKey, initial);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<{ text: string; isSignedOut: boolean } | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isEmpty = text.trim() === '';

  const send = async (act: (text: string, key: string) => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await act(text, key);
      setKey(crypto.randomUUID());
      clear();
    } catch (reason) {
      setError({ text: explain(reason), isSignedOut: isAppError(reason) && reason.status === 401 });
    }
    setBusy(false);
  };
  const submit = () => {
    if (!isEmpty) void send(props.onSubmit);
  };
  const cancel = async () => {
    const isChanged = text !== initial && !isEmpty;
    const question = props.cancelQuestion ?? {
      title: 'Are you sure you want to cancel creating this comment?',
      action: 'Discard changes',
    };
    if (isChanged && !(await confirm({ ...question, danger: true }))) return;
    clear();
    onCancel?.();
  };
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {error !== null && (
        <Banner tone="danger" live onDismiss={() => setError(null)}>
          {error.text}
          {error.isSignedOut && (
            <>
              {' '}
              <a href={shellPaths.signIn} target="_blank" rel="noopener" className="text-accent-fg underline">
                Sign in
              </a>{' '}
              in another tab, then send it again. Your text is kept.
            </>
          )}
        </Banner>
      )}
      <MarkdownEditor
        label={label}
        placeholder={props.placeholder ?? 'Write a comment or drag your files here…'}
        value={text}
        onValueChange={setText}
        previewPath={notes.previewMarkdownPath}
        uploadsPath={notes.uploadsPath}
        onSubmitKey={submit}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp' && text === '') props.onUpKey?.();
          if (event.key === 'Escape' && onCancel) {
            event.stopPropagation();
            void cancel();
          }
        }}
        {...(props.autoFocus && { autoFocus: true })}
        {...(props.minRows !== undefined && { minRows: props.minRows })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={isBusy} disabled={isEmpty}>
          {submitLabel}
        </Button>
        {props.renderExtra?.({ text, isBusy, send: (act) => void send(act) })}
        {onCancel && (
          <Button variant="ghost" onClick={() => void cancel()}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
