import type { Context } from '../../platform/context.ts';
import type { ProjectRow } from './project-store.ts';

type CreatedHook = (ctx: Context, project: ProjectRow) => Promise<void>;
type TransferHook = (ctx: Context, project: ProjectRow, fromNamespaceId: number) => Promise<void>;

const created: CreatedHook[] = [];
const transferred: TransferHook[] = [];

/** What other slices do in the transaction that makes a project; a hook that throws undoes it. */
export function onProjectCreated(hook: CreatedHook): void {
  created.push(hook);
}

/** What other slices do in the transaction that moves a project to another namespace (it has its new place already). */
export function onProjectTransferred(hook: TransferHook): void {
  transferred.push(hook);
}

export async function runProjectCreated(ctx: Context, project: ProjectRow): Promise<void> {
  for (const hook of created) await hook(ctx, project);
}

export async function runProjectTransferred(ctx: Context, project: ProjectRow, fromNamespaceId: number): Promise<void> {
  for (const hook of transferred) await hook(ctx, project, fromNamespaceId);
}
