import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';

/** A project, group or other thing that an audit event names; `href` is a path of this server. */
export type AuditSubject = { name: string; href: string };

/** Names of the ids that still exist, whoever may see them: only administrators read the audit trail. */
type FindSubjects = (ctx: Context, ids: readonly number[]) => Promise<Map<number, AuditSubject>>;

const sources = new Map<string, FindSubjects>();

/** Registers who knows the names behind the ids of one target type, such as `project`. */
export function defineAuditSubjects(type: string, find: FindSubjects): Extension {
  return () => {
    sources.set(type, find);
  };
}

/** Names of many targets, one question per type; of other types and of what is gone there are none. */
export async function findAuditSubjects(
  ctx: Context,
  targets: readonly { type: string; id: number }[],
): Promise<(type: string, id: number) => AuditSubject | null> {
  const found = new Map<string, Map<number, AuditSubject>>();
  await Promise.all(
    [...sources].map(async ([type, find]) => {
      const ids = [...new Set(targets.filter((target) => target.type === type).map(({ id }) => id))];
      if (ids.length > 0) found.set(type, await find(ctx, ids));
    }),
  );
  return (type, id) => found.get(type)?.get(id) ?? null;
}
