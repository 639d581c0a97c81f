import type { Extensions } from '../../platform/extensions.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import { type AuditSubject, defineAuditSubjects } from '../../accounts/index.ts';
import { groupPaths, projectPaths } from './projects-by-ids-store.ts';

const byId = (rows: readonly { id: number; full_path: string }[], root: string): Map<number, AuditSubject> =>
  new Map(rows.map(({ id, full_path: path }) => [id, { name: path, href: `${root}${encodePath(path)}` }]));

export const accessAuditSubjects: Extensions = [
  defineAuditSubjects('project', async (ctx, ids) => byId(await projectPaths(ctx.db, ids), '/')),
  defineAuditSubjects('group', async (ctx, ids) => byId(await groupPaths(ctx.db, ids), '/groups/')),
];
