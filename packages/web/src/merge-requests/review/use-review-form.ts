import type {
  PageDraft,
  PublishAnswer,
  PublishBody,
  ReviewOutcome,
} from '@tributary/contract/merge-requests/reviews.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { headersOf, type AutosaveStore } from '../../app/autosave/autosave-store.ts';
import { useArrivals } from '../../app/autosave/use-arrivals.ts';
import { useTexts } from '../../app/autosave/use-autosaved-text.ts';
import { mayBeSent } from '../../discussions/writing/sending/may-be-sent.ts';
import { hasNoAnswer, messageOf } from '../../lib/app-error.ts';
import { publishReview } from './review-actions.ts';
import type { ReviewStore } from './review-store.ts';

const NETWORK_TEXT =
  'The review could not be submitted. Your text is saved. Check your network connection and try again.';

type Written = { summary: string; verdict: ReviewOutcome; sha: string | null; password?: string };
/** A review on its way. Sent again it is the same, by its key, whatever became of its form meanwhile. */
type Sent = { key: string; written: Written; meant: readonly PageDraft[] };

/** Those without an answer, for when their form is opened again; `hasArrived` as it is heard meanwhile. */
const unansweredOf = new WeakMap<ReviewStore, { sent: Sent; hasArrived: boolean; forget: () => void }>();

/** Remembers it until it is forgotten, and whether its summary turns out to be there. */
function remember(store: ReviewStore, sent: Sent, field: string, texts: AutosaveStore | null): void {
  const before = unansweredOf.get(store);
  before?.forget();
  const stop = texts?.onArrival((arrived) => {
    if (arrived === field) remembered.hasArrived = true;
  });
  const remembered = { sent, hasArrived: before?.sent === sent && before.hasArrived, forget: () => stop?.() };
  unansweredOf.set(store, remembered);
}

function forget(store: ReviewStore): void {
  unansweredOf.get(store)?.forget();
  unansweredOf.delete(store);
}

function bodyOf({ written: { summary, verdict, sha, password }, meant }: Sent): PublishBody {
  return {
    ids: meant.map((draft) => draft.id),
    reviewer_state: verdict,
    ...(summary.trim() !== '' && { note: summary }),
    ...(sha !== null && { sha }),
    ...(password !== undefined && { approval_password: password }),
  };
}

type Used = {
  store: ReviewStore;
  slot: { place: string; field: string };
  onAnswer: (answer: PublishAnswer, meant: readonly PageDraft[]) => Promise<void>;
};

/**
 * Sends a review. One without an answer may have arrived: it is asked about again by the same key, by itself once its
 * summary is known to be there, and it is another one when something in its form was changed. The form may be closed and opened meanwhile.
 */
export function useReviewForm({ store, slot, onAnswer }: Used) {
  const texts = useTexts(slot.place);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [unanswered, setUnanswered] = useState<Sent | null>(() => unansweredOf.get(store)?.sent ?? null);
  /** That its summary was taken out of the form, by the transaction that wrote it. */
  const arrival = useRef<'unknown' | 'heard' | 'asked'>('unknown');

  const send = async (sent: Sent): Promise<unknown> => {
    setBusy(true);
    setFailure(null);
    setUnanswered(sent);
    remember(store, sent, slot.field, texts);
    const ofThis = () => texts?.find(slot.field)?.text === sent.written.summary;
    try {
      if (ofThis()) texts?.sending([slot.field], sent.key);
      const headers = headersOf({ key: sent.key, place: slot.place, fields: [slot.field] });
      const answer = await publishReview(store, bodyOf(sent), headers, sent.meant);
      // What was typed since is another text.
      if (ofThis()) texts?.drop(slot.field, true);
      forget(store);
      await onAnswer(answer, sent.meant);
      return undefined;
    } catch (error) {
      if (hasNoAnswer(error) && arrival.current === 'heard') {
        arrival.current = 'asked';
        return await send(sent);
      }
      setFailure(hasNoAnswer(error) ? NETWORK_TEXT : messageOf(error));
      // A refused review is another one when it is sent again.
      if (!hasNoAnswer(error)) {
        forget(store);
        setUnanswered(null);
      }
      setBusy(false);
      return error;
    }
  };

  useArrivals(slot.place, (field) => {
    if (field !== slot.field || !unanswered) return;
    arrival.current = isBusy ? 'heard' : 'asked';
    if (!isBusy) void send(unanswered);
  });

  // Closed before there was an answer, and known to be there by now.
  const askAgain = useEffectEvent(() => {
    const remembered = unansweredOf.get(store);
    if (!remembered?.hasArrived) return;
    arrival.current = 'asked';
    void send(remembered.sent);
  });
  useEffect(() => askAgain(), []);

  /** Resolves with the error that it was refused by. */
  const submit = async (written: Written, drafts: readonly PageDraft[]): Promise<unknown> => {
    const isSame = (before: Written) =>
      (written.summary === before.summary && written.verdict === before.verdict) ||
      (arrival.current !== 'unknown' && written.summary.trim() === '');
    if (unanswered && isSame(unanswered.written)) return send(unanswered);
    setBusy(true);
    setFailure(null);
    try {
      const question = { texts: [written.summary], noun: 'summary', action: 'Submit review', asksAboutFiles: true };
      if (await mayBeSent(question)) {
        // Some of them may have been published by the one without an answer.
        if (unanswered) await store.load();
        arrival.current = 'unknown';
        return await send({ key: crypto.randomUUID(), written, meant: unanswered ? store.state.drafts : drafts });
      }
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
    return undefined;
  };

  return { submit, isBusy, failure, setFailure, isUnanswered: unanswered !== null };
}
