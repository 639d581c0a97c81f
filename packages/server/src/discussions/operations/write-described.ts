import { randomUUID } from 'node:crypto';
import { type Context, transact } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import type { TextScope } from '../markdown/reference-registry.ts';
import { renderText, type StoredHtml } from '../markdown/render-text.ts';
import type { Noteable } from '../noteable.ts';
import { runWritten, writeCommands } from '../quick-actions/run-once.ts';
import { noOutcome, readCommands, runCommands } from '../quick-actions/run-quick-actions.ts';
import type { WrittenCommand } from '@tributary/contract/discussions/split-commands.ts';
import type { CommandOutcome } from '../tables.ts';
import { type SentForm, writeSent } from '../autosave/save-autosave.ts';

export type Described = {
  type: string;
  /** As it was written, with its commands. */
  text: string;
  place: TextScope;
  /** Grows with what the commands come to. */
  outcome?: CommandOutcome | undefined;
  /** The client's own: with the same the commands are not done again. */
  idempotencyKey?: string | undefined;
  /** The form of a page that it was written in. */
  form?: SentForm | undefined;
};

/**
 * Writes something whose text may hold commands: `write` gets the text without them, rendered before any row is held, and
 * answers the thing. The commands are kept in the transaction of that and done when it is over, so that none of them can
 * hold it, and done once also after a crash: as those of a comment. `again` is what is there when they are done.
 */
export async function writeDescribed<Kept>(
  ctx: Context,
  { type, text: written, place, form, outcome: told = noOutcome(), idempotencyKey: key = randomUUID() }: Described,
  write: (ctx: Context, text: string, html: StoredHtml) => Promise<{ kept: Kept; noteable: Noteable }>,
  again: (kept: Kept) => Promise<Kept | undefined>,
): Promise<Kept> {
  const { text, commands } = readCommands(type, written);
  const html = await renderText(ctx, place, text);
  if (commands.length === 0) return (await writeSent(ctx, form, (inner) => write(inner, text, html))).kept;
  const writeAll = async (inner: Context) => {
    const made = await write(inner, text, html);
    await writeCommands(inner, made.noteable, { commands, idempotencyKey: key });
    return made;
  };
  const { kept, noteable } = await transact(ctx, (inner) => writeSent(inner, form, writeAll));
  failpoint('description.commands_written');
  Object.assign(told, await doWritten(ctx, noteable, commands, key));
  return (await again(kept)) ?? kept;
}

/** Those of nobody, such as the product itself, are not kept. */
export async function doWritten(
  ctx: Context,
  noteable: Noteable,
  commands: readonly WrittenCommand[],
  key: string,
): Promise<CommandOutcome> {
  return (await runWritten(ctx, noteable, key)) ?? (await runCommands(ctx, noteable, commands));
}
