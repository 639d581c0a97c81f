import type { Context } from '../../platform/context.ts';
import { deviceName } from '../rules/device.ts';
import { currentSessionId, selfActor } from '../self.ts';
import { sessionBounds } from '../session-lifetime.ts';
import { listSessionsOf } from '../store/sessions.ts';

export type SessionView = {
  id: number;
  isCurrent: boolean;
  ip: string | null;
  device: string;
  signedInAt: Date;
  lastUsedAt: Date;
};

/** The own living sessions, the one in use first. */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const current = currentSessionId(ctx);
  const { usedSince, createdSince } = await sessionBounds(ctx);
  const rows = await listSessionsOf(ctx.db, selfActor(ctx).id, usedSince, createdSince);
  const views = rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === current,
    ip: row.ip,
    device: deviceName(row.user_agent),
    signedInAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
  return views.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
