import { AppError, failFields } from '@tributary/contract/errors/app-error.ts';
import { MAX_AUTOSAVE_CHARS } from '@tributary/contract/discussions/autosaves.ts';
import { actorId } from '../../platform/actor.ts';
import { type Context, transact } from '../../platform/context.ts';
import { doneBefore, doOnce } from '../../platform/done-once.ts';
import { isCut, MAX_CHARS, MAX_TEXTS, MAX_VERSIONS, VERSION_EVERY_MS } from './limits.ts';
import {
  deleteAutosave,
  deleteWithChoices,
  type Field,
  insertVersion,
  listAutosaves,
  listVersions,
  lockAutosavesOfScope,
  holdSent,
  lockAutosave,
  putAutosave,
  clearTrimmed,
  touchChoices,
  trimAutosaves,
  type AutosaveRow,
  type AutosaveView,
  type AutosaveVersionRow,
} from './store.ts';

export type FieldName = { place: string; field: string };
export type AutosavedText = {
  text: string;
  base: string | null;
  knownRevision: number | null;
  /** The key of the form that sends just this text. */
  sentAs?: string | null;
};
/** A form of a page that is sent: where its texts are kept, the key it goes by, and all texts that it sent. */
export type SentForm = { place: string; fields: readonly string[]; key: string; texts: readonly string[] };

/** Names what is known of a sent text, beside other things that users did once. */
const SENT = 'text.sent';

function ownField(ctx: Context, name: FieldName): Field {
  const userId = actorId(ctx.actor);
  if (userId === undefined) throw new AppError('unauthenticated');
  return { userId, ...name };
}

/** The actor's own autosaved texts of a place. */
export function listAutosavedTexts(ctx: Context, place: string): Promise<AutosaveView[]> {
  return listAutosaves(ctx.db, ownField(ctx, { place, field: '' }).userId, place);
}

/** Earlier states of the actor's own text, newest first. */
export function listAutosaveVersions(ctx: Context, name: FieldName): Promise<AutosaveVersionRow[]> {
  return listVersions(ctx.db, ownField(ctx, name));
}

/**
 * Keeps what the actor has typed. What stood there is kept as an earlier state when it is old, when much of it goes, or
 * when another window wrote it that the sender had not seen. Null: the text has arrived where it was sent.
 */
export async function saveAutosave(
  ctx: Context,
  name: FieldName,
  { text, base, knownRevision, sentAs = null }: AutosavedText,
): Promise<AutosaveRow | null> {
  const at = ownField(ctx, name);
  if (text.length > MAX_AUTOSAVE_CHARS) {
    failFields({ text: [`is too long (maximum is ${MAX_AUTOSAVE_CHARS} characters)`] });
  }
  if (text.includes('\0')) failFields({ text: ['contains a null character'] });
  return transact(ctx, async (inner) => {
    if (sentAs !== null && (await isSent(inner, at, { text, key: sentAs }))) return null;
    await lockAutosavesOfScope(inner.db, at);
    const before = await lockAutosave(inner.db, at);
    if (before && before.text !== text) {
      const isOld = inner.clock.now().getTime() - before.updated_at.getTime() > VERSION_EVERY_MS;
      if (isOld || knownRevision !== before.revision || isCut(before.text, text)) await keep(inner, at, before);
    }
    const saved = await putAutosave(inner.db, at, { text, base });
    await touchChoices(inner.db, at);
    await clearTrimmed(inner.db, at);
    await trimAutosaves(inner.db, at.userId, { texts: MAX_TEXTS, chars: MAX_CHARS });
    return saved;
  });
}

/** Whether the form that was to send this text has arrived; the text is not unfinished any more then. */
export async function hasArrived(
  ctx: Context,
  name: FieldName,
  { text, sentAs }: Pick<AutosavedText, 'text' | 'sentAs'>,
): Promise<boolean> {
  const at = ownField(ctx, name);
  return sentAs != null && transact(ctx, (inner) => isSent(inner, at, { text, key: sentAs }));
}

/** Gives a sent text back to its field, unless another stands there by now. */
export async function restoreAutosave(ctx: Context, name: FieldName, text: string): Promise<void> {
  const at = ownField(ctx, name);
  await transact(ctx, async (inner) => {
    const before = await lockAutosave(inner.db, at);
    if (before && before.text.trim() !== '') return;
    await saveAutosave(inner, name, { text, base: null, knownRevision: before?.revision ?? null });
  });
}

/**
 * Lets go of a text: sent texts stand elsewhere now, thrown-away ones stay among the earlier states for a while, and so does
 * what another window wrote there since the revision that the sender knows.
 */
export async function discardAutosave(
  ctx: Context,
  name: FieldName,
  { isSent, knownRevision }: { isSent: boolean; knownRevision?: number | undefined },
): Promise<void> {
  const at = ownField(ctx, name);
  await transact(ctx, async (inner) => {
    const before = await lockAutosave(inner.db, at);
    await clearTrimmed(inner.db, at);
    if (!before) return;
    const isOthers = knownRevision !== undefined && knownRevision !== before.revision && !isChoice(before);
    if ((!isSent || isOthers) && before.text.trim() !== '') await keep(inner, at, before);
    await deleteAutosave(inner.db, at);
  });
}

/**
 * The texts of a form stand elsewhere now: told in the transaction that writes them there, so that a text is never both, nor
 * neither, whatever becomes of the page that waits for the answer. What another window began in the same field, and was not
 * sent, is kept as an earlier state.
 */
export async function takeSentText(ctx: Context, { key, place, fields, texts }: SentForm): Promise<void> {
  const at = ownField(ctx, { place, field: '' });
  await transact(ctx, async (inner) => {
    await holdSent(inner.db, at.userId, key);
    const isFirst = await doOnce(inner, { act: SENT, key }, async () => ({ id: at.userId, made: true }));
    // Told again: what stands there by now is another text.
    if (!isFirst) return;
    await lockAutosavesOfScope(inner.db, at);
    for (const field of fields) {
      const before = await lockAutosave(inner.db, { ...at, field });
      // What was typed on since it was saved holds what was saved.
      const isSent = !before || isChoice(before) || texts.some((text) => text.includes(before.text.trim()));
      if (!isSent) await keep(inner, { ...at, field }, before);
      await clearTrimmed(inner.db, { ...at, field });
      await deleteWithChoices(inner.db, { ...at, field });
    }
  });
}

/** Writes what a form of a page sent, if it was one, and takes its texts along. */
export function writeSent<T>(
  ctx: Context,
  form: SentForm | undefined,
  write: (ctx: Context) => Promise<T>,
): Promise<T> {
  if (!form) return write(ctx);
  return transact(ctx, async (inner) => {
    const written = await write(inner);
    await takeSentText(inner, form);
    return written;
  });
}

/** What was sent is not unfinished any more, also where a save of just that text came in late. */
async function isSent(ctx: Context, at: Field, { text, key }: { text: string; key: string }): Promise<boolean> {
  await holdSent(ctx.db, at.userId, key);
  if ((await doneBefore(ctx, { act: SENT, key })) === undefined) return false;
  await lockAutosavesOfScope(ctx.db, at);
  if ((await lockAutosave(ctx.db, at))?.text === text) await deleteWithChoices(ctx.db, at);
  return true;
}

/** Not written but chosen, for a text that is in another field. */
function isChoice({ field }: AutosaveRow): boolean {
  return field.includes(':');
}

async function keep(ctx: Context, at: Field, row: AutosaveRow): Promise<void> {
  await insertVersion(ctx.db, at, { text: row.text, savedAt: row.updated_at }, MAX_VERSIONS);
}
