import { listActingUsers } from '../../../accounts/index.ts';
import type { Context } from '../../../platform/context.ts';
import { mapAtMost } from '../../../platform/map-at-most.ts';
import { accessesOfUsers, type ProjectRow } from '../../../projects/index.ts';
import { readersAmong } from '../../merge-request-access.ts';
import type { MergeRequestRow } from '../../store/merge-requests.ts';

type Asked = { row: MergeRequestRow; project: ProjectRow; ownerIds: readonly number[]; people: readonly number[] };

const PROJECTS_AT_ONCE = 3;

/** By request, which of its users may read it now: roles are asked for once for each project. */
export async function readersOf(ctx: Context, requests: readonly Asked[]): Promise<Map<number, Set<number>>> {
  const actors = new Map(
    (
      await listActingUsers(
        ctx,
        requests.flatMap(({ people }) => people),
      )
    ).map((actor) => [actor.id as number, actor]),
  );
  const actorsOf = (ids: readonly number[]) => [...new Set(ids)].flatMap((id) => actors.get(id) ?? []);
  const byProject = [...Map.groupBy(requests, ({ project }) => project.id).values()];
  const found = await mapAtMost(PROJECTS_AT_ONCE, byProject, async (own) => {
    const [{ project } = { project: undefined }] = own;
    const people = actorsOf(own.flatMap((each) => each.people));
    const accesses = project ? await accessesOfUsers(ctx, project, people) : new Map();
    return own.map(
      (each) => [each.row.id, readersAmong(each.row, actorsOf(each.people), accesses, each.ownerIds)] as const,
    );
  });
  return new Map(found.flat());
}
