import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { hasNoAnswer, isAppError } from '../../lib/app-error.ts';
import { useSendKey } from '../../lib/send-key.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useScrollAnchor } from '../../ui/scroll-anchor.ts';
import { scrollFullyIntoView } from '../../ui/scroll-fully-into-view.ts';
import { withQuote } from '../model/quote.ts';
import { ConflictNotice, type TextConflict } from './conflict-notice.tsx';
import { explainFailure, withReason } from './explain-failure.ts';
import type { PreviewTarget } from '../store/preview-markdown.ts';
import { useReview } from '../store/review.ts';
import { findUploadPlaceholders } from '../model/upload-placeholders.ts';
import { MarkdownEditor, type SuggestedLines } from './markdown-editor.tsx';
import { mayBeSent } from './sending/may-be-sent.ts';
import type { Surface } from './surface.ts';
import { UPLOADING_TEXT } from './uploads/uploading-text.ts';
import { autosaveScopeOf, type SentForm } from '../../app/autosave/autosave-store.ts';
import { useArrivals } from '../../app/autosave/use-arrivals.ts';
import { type TextSlot, type AutosavedText, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useToast } from '../../ui/toast.tsx';
import { EmailParticipantsNotice } from './email-participants-notice.tsx';

/** A quote to put into the text; a higher `count` is another wish, also with the same text. */
export type Quote = { text: string; count: number };

/** Sends the text. */
export type SendText = (text: string, form: SentForm) => Promise<void>;

type FormState = { text: string; isBusy: boolean; send: (act: SendText) => void };

export type NoteFormProps = {
  notes: NotesData;
  /** Names the field within the thing: what is typed is kept under it until it is sent or thrown away. */
  saveKey: string;
  label: string;
  placeholder?: string;
  /** Of the first button. */
  submitLabel: string;
  /** What sending does to the thread besides, as `resolve thread`. */
  threadAct?: string | null;
  initial?: string;
  /** What the text is made for: the time of the one that is being changed, the first line of several. */
  base?: string;
  autoFocus?: boolean;
  /** How often its reader asked for it, where it can be asked for while it is open. */
  asked?: number;
  minRows?: number;
  quote?: Quote | null;
  isInternal?: boolean;
  /** An earlier text was taken back. */
  onRestored?: () => void;
  /** It is one of a review that is not published. */
  isPending?: boolean;
  isEditing?: boolean;
  /** Shown when saving fails, before the reason where there is one. */
  failureText?: string;
  /** Shown when saving fails and no reason is known. */
  unexplainedText?: string;
  conflict?: TextConflict | null;
  onSubmit: SendText;
  /** Where `onSubmit` shows a placeholder, the field is empty while the text is on its way; otherwise it stays there. */
  hasPlaceholder?: boolean;
  /** What is written here stands in a placeholder, sent by a form that stood here before. */
  isOnItsWay?: boolean;
  /** Keeps the text as a pending comment instead; undefined where there are no reviews. */
  onDraft?: SendText | undefined;
  /** Shown when that fails, before the reason. */
  draftFailureText?: string;
  suggestion?: SuggestedLines | undefined;
  previewPlace?: PreviewTarget | undefined;
  onCancel?: () => void;
  /** The first button, where a plain one is not enough. */
  renderSubmit?: (state: FormState & { isEmpty: boolean }) => ReactNode;
  /** Choices between the text and the buttons. */
  renderOptions?: () => ReactNode;
  /** Other buttons beside the first; given the text and a way to send it by another act. */
  renderExtra?: (state: FormState) => ReactNode;
  /** Up in an empty field; false: there was nothing to do. */
  onUpKey?: () => boolean;
};

type Failure = { texts: string[]; isSignedOut: boolean };

function Failures({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  return failure.texts.map((text) => (
    <Banner key={text} tone="danger" live onDismiss={onDismiss}>
      {text}
      {failure.isSignedOut && (
        <>
          {' '}
          <TextLink href={shellPaths.signIn} target="_blank" rel="noopener">
            Sign in
          </TextLink>{' '}
          in another tab, then send it again. Your text is kept.
        </>
      )}
    </Banner>
  ));
}

/** What it is called in questions about it. */
function kindOf({ isInternal, isPending }: NoteFormProps): string {
  if (isInternal === true) return 'internal note';
  return isPending === true ? 'pending comment' : 'comment';
}

function questionsOf(props: NoteFormProps, text: string) {
  const noun = kindOf(props);
  const what = props.isInternal === true ? 'internal note' : 'comment';
  if (props.isEditing !== true) return { texts: [text], noun, action: `Post ${what}`, asksAboutFiles: true };
  return { texts: [text], before: [props.initial ?? ''], noun, action: `Save ${what}` };
}

function useSend(props: NoteFormProps, slot: NonNullable<TextSlot>, { text, sending, sent }: AutosavedText) {
  const [busyWith, setBusyWith] = useState<'question' | 'comment' | 'draft' | null>(null);
  const isBusy = busyWith !== null;
  const [failure, setFailure] = useState<Failure | null>(null);
  // A text that was not changed is kept nowhere.
  const { keyFor, arrived } = useSendKey();
  const toast = useToast();
  const isThere = useRef(false);
  const onArrived = () => {
    setFailure(null);
    toast({ text: `Your ${kindOf(props)} was saved.`, tone: 'success' });
    props.onCancel?.();
  };
  useArrivals(slot.place, (field) => {
    if (field !== slot.field) return;
    isThere.current = isBusy;
    if (failure !== null) onArrived();
  });
  const send = async (act: SendText, failureText = props.failureText) => {
    if (isBusy) return;
    if (findUploadPlaceholders(text).length > 0) return setFailure({ texts: [UPLOADING_TEXT], isSignedOut: false });
    setBusyWith('question');
    setFailure(null);
    isThere.current = false;
    try {
      if (await mayBeSent(questionsOf(props, text))) {
        setBusyWith(act === props.onDraft ? 'draft' : 'comment');
        await act(text, { place: slot.place, fields: [slot.field], key: sending() ?? keyFor(text) });
        arrived();
        sent();
      }
    } catch (error) {
      const isSignedOut = isAppError(error) && error.status === 401;
      const isConflict = isAppError(error) && error.code === 'note_changed';
      const texts =
        failureText === undefined || isSignedOut
          ? explainFailure(error, props.unexplainedText)
          : [withReason(failureText, error)];
      // A conflict is told where both texts are shown.
      if (isThere.current && hasNoAnswer(error)) onArrived();
      else setFailure(isConflict ? null : { texts, isSignedOut });
    }
    setBusyWith(null);
  };
  const isElsewhere = busyWith === 'comment' && props.hasPlaceholder === true;
  return { send, isBusy, isElsewhere, failure, dismiss: () => setFailure(null) };
}

function useSlot(notes: NotesData, field: string): NonNullable<TextSlot> {
  const place = autosaveScopeOf(notes);
  return useMemo(() => ({ place, field }), [place, field]);
}

/** Writes one note. Whatever happens to the request, the text stays until it has arrived. */
export function NoteForm(props: NoteFormProps) {
  const { notes, label, submitLabel, initial = '', onCancel, quote = null, conflict = null } = props;
  const slot = useSlot(notes, props.saveKey);
  const kept = useAutosavedText(slot, initial, props.base ?? null);
  const { text, setText, discard } = kept;
  const { send, failure, dismiss, ...sending } = useSend(props, slot, kept);
  const isBusy = sending.isBusy || props.isOnItsWay === true;
  const isElsewhere = sending.isElsewhere || props.isOnItsWay === true;
  const surface = useRef<Surface>(null);
  const form = useRef<HTMLFormElement>(null);
  const keepInPlace = useScrollAnchor();
  const isEmpty = text.trim() === '';
  const besides = isEmpty || !props.threadAct ? '' : ` & ${props.threadAct}`;

  const isAsked = props.autoFocus === true;
  const isEditing = props.isEditing === true;
  useEffect(() => {
    if (!isAsked || !form.current) return;
    scrollFullyIntoView(form.current);
    // One that was open before is gone to; one that opens has the keyboard already.
    if (!form.current.contains(document.activeElement)) surface.current?.focus();
    // What is there already is gone on with.
    const end = surface.current?.read().length ?? 0;
    if (isEditing) surface.current?.select({ start: end, end });
  }, [isAsked, props.asked, isEditing]);
  const isRefused = failure !== null || conflict !== null;
  useEffect(() => {
    // The form was hidden behind its text while that was on the way, and lost the keyboard.
    if (isRefused && isEditing && document.activeElement === document.body) surface.current?.focus();
  }, [isRefused, isEditing]);
  useEffect(() => {
    if (quote === null) return;
    if (quote.text !== '') setText(withQuote(text, quote.text));
    requestAnimationFrame(() => {
      const { current } = surface;
      const end = current?.read().length ?? 0;
      current?.focus();
      current?.select({ start: end, end });
      if (form.current) scrollFullyIntoView(form.current);
    });
    // Only another wish puts it in again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [quote?.count]);

  const cancel = async () => {
    // Nothing begun is nothing to lose; a text that was emptied is a change like others.
    const isChanged = text !== initial && (props.isEditing === true || !isEmpty);
    const kind = kindOf(props);
    const question = props.isEditing
      ? { title: `Are you sure you want to cancel editing this ${kind}?`, action: 'Cancel editing' }
      : { title: `Are you sure you want to cancel creating this ${kind}?`, action: 'Discard changes' };
    if (isChanged && !(await confirm({ ...question, cancel: 'Continue editing', danger: true }))) return;
    discard();
    onCancel?.();
  };
  const review = useReview();
  const { onDraft } = props;
  const isReviewing = onDraft !== undefined && review !== null && review.count > 0;
  // Beside "Add to review" it says what is different about it; of what is said inside, always that it is inside.
  const isInside = props.isInternal === true;
  const plainLabel = isReviewing && !isInside ? 'Add comment now' : submitLabel;
  const firstLabel = besides === '' ? plainLabel : `${isInside ? submitLabel : 'Comment'}${besides}`;
  const submit = (isDraft = false) => {
    if (!isEmpty && isDraft && onDraft) void send(onDraft, props.draftFailureText);
    else if (!isEmpty) void send(props.onSubmit);
    else if (onCancel && !props.isEditing) void cancel();
  };
  const state = { text, isBusy, send: (act: SendText) => void send(act) };
  return (
    <form
      ref={form}
      // With the edge of the card around it.
      className="flex scroll-mb-4 flex-col gap-2"
      {...keepInPlace}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {failure !== null && <Failures failure={failure} onDismiss={dismiss} />}
      {conflict !== null && <ConflictNotice conflict={conflict} onTake={setText} />}
      <MarkdownEditor
        label={label}
        placeholder={
          props.placeholder ?? `Write ${props.isInternal ? 'an internal note' : 'a comment'} or drag your files here…`
        }
        // What stands in a placeholder is not shown twice; a failure brings it back.
        value={isElsewhere ? '' : text}
        onValueChange={setText}
        readOnly={isBusy}
        previewPath={notes.previewMarkdownPath}
        uploadsPath={notes.uploadsPath}
        hasCommands={notes.commandNames.length > 0}
        surfaceRef={surface}
        slot={slot}
        onRestored={props.onRestored}
        onSubmitKey={(isNow) => submit(isReviewing && !isNow)}
        suggestion={props.suggestion}
        previewPlace={props.previewPlace}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp' && text === '' && props.onUpKey?.() === true) event.preventDefault();
          if (event.key === 'Escape' && onCancel) {
            event.stopPropagation();
            void cancel();
          }
        }}
        {...(props.autoFocus && { autoFocus: true })}
        {...(props.minRows !== undefined && { minRows: props.minRows })}
      />
      {props.isEditing !== true && props.isInternal !== true && <EmailParticipantsNotice text={text} />}
      {props.renderOptions?.()}
      <div className="flex flex-wrap items-center gap-2">
        {onDraft && review && isReviewing && (
          <Button variant="primary" busy={isBusy} disabled={isEmpty} onClick={() => submit(true)}>
            {`Add to review${besides}`}
          </Button>
        )}
        {props.renderSubmit ? (
          props.renderSubmit({ ...state, isEmpty })
        ) : (
          <Button type="submit" variant={isReviewing ? 'secondary' : 'primary'} busy={isBusy} disabled={isEmpty}>
            {firstLabel}
          </Button>
        )}
        {onDraft && review && !isReviewing && (
          <Button busy={isBusy} disabled={isEmpty} onClick={() => submit(true)}>
            {`Start a review${besides}`}
          </Button>
        )}
        {props.renderExtra?.(state)}
        {onCancel && (
          <Button variant="ghost" onClick={() => void cancel()}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
