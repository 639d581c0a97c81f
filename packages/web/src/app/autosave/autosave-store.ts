import {
  FORM_HEADER,
  MAX_AUTOSAVE_BYTES,
  type SavedAutosave,
  type TextArrived,
  type AutosaveEntry,
  autosavesPath as path,
} from '@tributary/contract/discussions/autosaves.ts';
import { readBody, sendRequest } from '../../lib/http.ts';
import { type DeviceText, deviceTexts } from '../../lib/device-texts.ts';
import { msSinceOpened } from '../../lib/since-opened.ts';

const SAVE_MS = 800;
const RETRY_MS = 10_000;
/** What was sent just before the page went away may arrive a little later: asked for at longer and longer times up to this. */
const ARRIVES_MS = 60_000;
/** Browsers let no more than 64 KiB outlive a page. */
const MAX_PARTING_CHARS = 15_000;

/** Of this device's clock, finer than a millisecond, and comparable with when a page was asked for. */
const now = () => performance.timeOrigin + msSinceOpened();

/** The server has no room for it. */
export const isTooLong = (text: string) => new Blob([JSON.stringify(text)]).size > MAX_AUTOSAVE_BYTES;

/**
 * The autosaved texts of one user in one place. A keystroke is on the device at once and on the server a moment later.
 * Failures are quiet: the text is there, and is sent again.
 */
export class AutosaveStore {
  readonly #place: string;
  readonly #prefix: string;
  readonly #entries: Map<string, DeviceText>;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #sending = new Map<string, Promise<void>>();
  /** Of saves that ended after their text was let go of here. */
  readonly #lateRevisions = new Map<string, number>();
  /** When fields were let go of: an answer that was asked for before still knows them. */
  readonly #letGo = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  readonly #arrivals = new Set<(field: string) => void>();

  constructor(personId: number, place: string) {
    this.#place = place;
    this.#prefix = deviceTexts.prefix(personId, place);
    deviceTexts.forgetOthers(personId);
    this.#entries = deviceTexts.list(this.#prefix);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Called when a text that this page took for unfinished turns out to have arrived. */
  onArrival = (listener: (field: string) => void): (() => void) => {
    this.#arrivals.add(listener);
    return () => {
      this.#arrivals.delete(listener);
    };
  };

  find(field: string): DeviceText | undefined {
    return this.#entries.get(field);
  }

  fields(): string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Takes what the server has; what is newer here stays and is sent. `takesAhead`: what came with the page will do, which
   * was made while the page before this one may still have been saving.
   */
  async load(signal: AbortSignal, takesAhead = false): Promise<void> {
    const askedAt = takesAhead ? performance.timeOrigin : now();
    const response = await sendRequest('GET', path, { query: { place: this.#place }, signal, takesAhead });
    if (!response.ok) return;
    const entries = (await readBody(response)) as AutosaveEntry[];
    const isNewerHere = (kept: DeviceText | undefined) =>
      kept !== undefined && (kept.isDirty || (kept.savedAt ?? -Infinity) > askedAt);
    for (const { field, text, base, revision, updated_at: updatedAt } of entries) {
      const kept = this.#entries.get(field);
      if (isNewerHere(kept) || (this.#letGo.get(field) ?? 0) > askedAt) continue;
      const isSame = kept?.text === text && kept.base === base;
      const sentAs = isSame ? kept.sentAs : undefined;
      this.#set(field, { text, base, revision, isDirty: false, writtenAt: Date.parse(updatedAt), sentAs });
    }
    for (const [field, kept] of this.#entries) {
      const isThere = isNewerHere(kept) || entries.some((entry) => entry.field === field);
      // Sent or thrown away in another window, or sent from here.
      if (!isThere && kept.sentAs !== undefined) this.#arrived(field);
      else if (!isThere) this.#set(field, undefined);
      else if (kept.isDirty || kept.sentAs) this.#soon(field, 0);
    }
  }

  /**
   * The form with these texts is on its way, by the key that this gives: `key`, or the one that all of it went by before, or
   * a new one; undefined where nothing of it is kept. What is, is kept until it is known to have arrived, however that
   * becomes known.
   */
  sending(fields: readonly string[], key?: string): string | undefined {
    const isOfForm = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}:`));
    const sent = [...this.#entries].filter(([name]) => isOfForm(name));
    const [before, ...others] = new Set(sent.map(([, kept]) => kept.sentAs));
    if (sent.length === 0) return undefined;
    const sentAs = key ?? (others.length === 0 ? before : undefined) ?? crypto.randomUUID();
    for (const [name, kept] of sent) this.#set(name, { ...kept, sentAs });
    return sentAs;
  }

  change(field: string, text: string, base: string | null): void {
    const revision = this.#entries.get(field)?.revision ?? null;
    this.#set(field, { text, base, revision, isDirty: true, writtenAt: Date.now() });
    this.#soon(field, SAVE_MS);
  }

  /** The text was sent, or is not wanted any more: then the server keeps it among its earlier states for a while. */
  drop(field: string, isSent: boolean): void {
    const kept = this.#entries.get(field);
    clearTimeout(this.#timers.get(field));
    if (!kept) return;
    this.#set(field, undefined);
    this.#letGo.set(field, now());
    this.#lateRevisions.delete(field);
    void this.#inTurn(field, async () => {
      // A text typed in the meantime is a new one.
      if (this.#entries.has(field)) return;
      const lost = !isSent && kept.isDirty && kept.text.trim() !== '';
      if (lost) await this.#put(field, kept);
      // What another window wrote since is not what was sent from here.
      const revision = this.#lateRevisions.get(field) ?? kept.revision ?? 0;
      await sendRequest('DELETE', path, {
        query: { place: this.#place, field, sent: isSent, ...(isSent && { revision }) },
        keepalive: true,
      });
    }).catch(() => undefined);
  }

  /** The page goes away: what can be sent in that moment is sent. */
  part(): void {
    for (const [field, kept] of this.#entries) {
      if (!kept.isDirty || kept.text.length > MAX_PARTING_CHARS) continue;
      this.#put(field, kept, true).catch(() => undefined);
    }
  }

  /** Resolves when the server has everything; for tests. */
  async settled(): Promise<void> {
    const waiting = [...this.#timers.keys()];
    for (const field of waiting) await this.#save(field);
    await Promise.all(this.#sending.values());
  }

  #soon(field: string, delayMs: number, nextMs?: number): void {
    clearTimeout(this.#timers.get(field));
    this.#timers.set(
      field,
      setTimeout(() => void this.#save(field, nextMs), delayMs),
    );
  }

  async #save(field: string, nextMs = 1_000): Promise<void> {
    clearTimeout(this.#timers.get(field));
    this.#timers.delete(field);
    await this.#inTurn(field, async () => {
      const kept = this.#entries.get(field);
      if ((!kept?.isDirty && !kept?.sentAs) || isTooLong(kept.text)) return;
      const saved = await this.#put(field, kept).catch(() => undefined);
      const latest = this.#entries.get(field);
      if (!latest) return void (saved && !('sent' in saved) && this.#lateRevisions.set(field, saved.revision));
      if (!saved) return kept.isDirty ? this.#soon(field, RETRY_MS) : undefined;
      const isLatest = latest.text === kept.text && latest.base === kept.base;
      // Typed on since: that is another text.
      if ('sent' in saved && saved.sent) return isLatest ? this.#arrived(field) : this.#soon(field, 0);
      if (!('sent' in saved))
        this.#set(field, { ...latest, revision: saved.revision, isDirty: !isLatest, savedAt: now() });
      if (latest.sentAs && nextMs < ARRIVES_MS) this.#soon(field, nextMs, nextMs * 3);
    });
  }

  #arrived(field: string): void {
    this.#set(field, undefined);
    for (const listener of this.#arrivals) listener(field);
  }

  /** One request for a field at a time, in the order of the wishes. */
  #inTurn(field: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.#sending.get(field) ?? Promise.resolve()).then(work, work);
    this.#sending.set(field, turn);
    return turn;
  }

  async #put(field: string, kept: DeviceText, keepalive = false): Promise<SavedAutosave | TextArrived> {
    const { text, base, revision, sentAs = null } = kept;
    const body = {
      place: this.#place,
      field,
      text,
      base,
      revision,
      sent_as: sentAs,
      ...(!kept.isDirty && { asks: true }),
    };
    // Not through `api`: nobody is asked to sign in again because something is saved behind their back.
    const response = await sendRequest('PUT', path, { body, keepalive });
    if (!response.ok) throw new Error(`The draft was not saved: ${response.status}`);
    return (await readBody(response)) as SavedAutosave | TextArrived;
  }

  #set(field: string, kept: DeviceText | undefined): void {
    if (kept) this.#entries.set(field, kept);
    else this.#entries.delete(field);
    deviceTexts.put(this.#prefix + field, kept);
    for (const listener of this.#listeners) listener();
  }
}

/** A form that is sent: its key, the same when the same is sent again, and where its texts are kept. */
export type SentForm = { key: string; place: string; fields: readonly string[] };

/** What the server needs to know to make one thing of one form, and to let go of its texts in that moment. */
export function headersOf({ key, place, fields }: SentForm): Record<string, string> {
  return { 'Idempotency-Key': key, [FORM_HEADER]: [place, ...fields].join(' ') };
}

/** The place of all autosaved texts of a thing that is talked about. */
export function autosaveScopeOf(notes: { noteableType: string; noteableId: number }): string {
  return `${notes.noteableType}:${notes.noteableId}`;
}

const opened = new Map<string, AutosaveStore>();

/** The same object for everyone who asks, for as long as the page lives. */
export function autosaveStoreOf(personId: number, place: string): AutosaveStore {
  const key = `${personId} ${place}`;
  let texts = opened.get(key);
  if (!texts) {
    texts = new AutosaveStore(personId, place);
    opened.set(key, texts);
  }
  return texts;
}
