import type { RunnerInfo } from '@tributary/contract/ci/runners.ts';
import type { Context } from '../../../platform/context.ts';
import type { RealtimeHub } from '../../../platform/realtime/hub.ts';
import type { RunnerRow } from '../store/runner-store.ts';
import { recordContact } from './runner-session.ts';

/** How long the machines of runners that come again and again are believed to be stored as they were. */
const CONTACT_NOTED_MS = 5 * 60_000;
const MAX_CONTACTS = 20_000;

type Contact = { managerId: number; atMs: number };
type Caller = { systemId?: string | undefined; info?: RunnerInfo | undefined };

const contactsOf = new WeakMap<RealtimeHub, Map<string, Contact>>();

function contacts({ realtime }: Pick<Context, 'realtime'>): Map<string, Contact> {
  const known = contactsOf.get(realtime) ?? new Map<string, Contact>();
  contactsOf.set(realtime, known);
  return known;
}

/** The id of the machine that asks for work. Thousands that wait are written down only every few minutes. */
export async function noteContact(ctx: Context, runner: RunnerRow, caller: Caller): Promise<number> {
  const all = contacts(ctx);
  const { version, revision, platform, architecture, executor } = caller.info ?? {};
  const facts = { version, revision, platform, architecture, executor, ip: ctx.ip };
  const key = JSON.stringify([runner.id, caller.systemId, facts]);
  const nowMs = ctx.clock.now().getTime();
  const known = all.get(key);
  if (known && nowMs - known.atMs < CONTACT_NOTED_MS && runner.contacted_at !== null) return known.managerId;
  const { id } = await recordContact(ctx, runner, caller);
  if (all.size >= MAX_CONTACTS) all.clear();
  all.set(key, { managerId: id, atMs: nowMs });
  return id;
}

/** A machine was removed: what is known of any of them is looked up again. */
export const forgetContacts = (ctx: Pick<Context, 'realtime'>): void => contacts(ctx).clear();
