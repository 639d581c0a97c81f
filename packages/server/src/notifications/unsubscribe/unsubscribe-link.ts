import type { Extension } from '../../platform/extensions.ts';
import { LEAVE_PATH } from '@tributary/contract/notifications/page.ts';
import type { Context } from '../../platform/context.ts';
import { equalSecrets } from '../../platform/secrets.ts';

export type Leaver = {
  /** As the page of the link says it: an address, or a name. */
  who: string;
  noun: string;
  /** Has an account, and is told when someone calls them all the same. */
  isMember: boolean;
};

/** One sort of users who stop mails with a link. The link alone gives the right; nobody has to sign in. */
export type UnsubscribeHandler = {
  /** Lower case letters; part of the token. */
  name: string;
  /** What the links of mails before there were several sorts were signed for: their token holds `named` alone. */
  earlierPurpose?: string;
  /** Whom the link is for; undefined when it does not work any more. */
  find: (ctx: Context, named: string) => Promise<Leaver | undefined>;
  /** Stops the mails; again, or of one that does not work, it changes nothing. */
  leave: (ctx: Context, named: string) => Promise<void>;
};

const leavings = new Map<string, UnsubscribeHandler>();

/** */
export function defineUnsubscribe(leaving: UnsubscribeHandler): Extension {
  return () => {
    leavings.set(leaving.name, leaving);
  };
}

/**
 * Where someone stops the mails that `named` says. What is in it is made of the instance's own secret and kept nowhere: whoever
 * reads the database cannot make one.
 */
export function leavePath(ctx: Context, name: string, named: string): string {
  return `${LEAVE_PATH}?token=${name}.${named}.${signature(ctx, name, named)}`;
}

/** Undefined for a link that nobody was sent. */
function readToken(ctx: Context, token: string): { leaving: UnsubscribeHandler; named: string } | undefined {
  const [, name = '', named = '', given = ''] = /^([a-z]{1,20})\.([\w.]{1,80})\.([\w-]{43})$/.exec(token) ?? [];
  const leaving = leavings.get(name);
  if (!leaving) return readEarlierToken(ctx, token);
  return equalSecrets(given, signature(ctx, name, named)) ? { leaving, named } : undefined;
}

function readEarlierToken(ctx: Context, token: string): { leaving: UnsubscribeHandler; named: string } | undefined {
  const [, named = '', given = ''] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  for (const leaving of leavings.values()) {
    const { earlierPurpose: purpose } = leaving;
    if (purpose && equalSecrets(given, ctx.secrets.sign(purpose, named))) return { leaving, named };
  }
  return undefined;
}

function signature(ctx: Context, name: string, named: string): string {
  return ctx.secrets.sign(`leave-mail:${name}`, named);
}

export async function findLeaver(ctx: Context, token: string): Promise<Leaver | undefined> {
  const read = readToken(ctx, token);
  return read?.leaving.find(ctx, read.named);
}

export async function leaveByLink(ctx: Context, token: string): Promise<void> {
  const read = readToken(ctx, token);
  await read?.leaving.leave(ctx, read.named);
}
