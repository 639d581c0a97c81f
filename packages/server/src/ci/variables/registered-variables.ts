import type { Extension } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';

type Find = (ctx: Context, access: ProjectAccess, branch: string) => Promise<Record<string, string>>;

const registered: Find[] = [];

/** Lets another slice add predefined variables to the pipelines of branches. */
export function defineBranchVariables(find: Find): Extension {
  return () => {
    registered.push(find);
  };
}

type FindNow = (ctx: Context, access: ProjectAccess) => Promise<Record<string, string>>;

const registeredNow: FindNow[] = [];

/** Lets another slice add predefined variables that depend on the moment: rules of a new pipeline and jobs that start get them. */
export function definePipelineVariables(find: FindNow): Extension {
  return () => {
    registeredNow.push(find);
  };
}

export async function variablesNow(ctx: Context, access: ProjectAccess): Promise<Record<string, string>> {
  const found = await Promise.all(registeredNow.map((find) => find(ctx, access)));
  return Object.assign({}, ...found) as Record<string, string>;
}

export async function branchVariables(
  ctx: Context,
  access: ProjectAccess,
  branch: string,
): Promise<Record<string, string>> {
  const found = await Promise.all(registered.map((find) => find(ctx, access, branch)));
  return Object.assign({}, ...found) as Record<string, string>;
}

type FindOfEnvironment = (ctx: Context, projectId: number, name: string) => Promise<Record<string, string>>;

let ofEnvironment: FindOfEnvironment | undefined;

/** Given by the slice that owns environments: what jobs know of theirs beside its name. */
export function defineEnvironmentVariables(find: FindOfEnvironment): Extension {
  return () => {
    ofEnvironment = find;
  };
}

export async function environmentVariables(
  ctx: Context,
  projectId: number,
  name: string | null,
): Promise<Record<string, string>> {
  return name === null || !ofEnvironment ? {} : ofEnvironment(ctx, projectId, name);
}
