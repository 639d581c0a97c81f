import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { sliceConnection } from '../../endpoints/graphql/connection.ts';
import { getProjectAccess, type ProjectView } from '../../projects/index.ts';
import { forkTargets } from '../forks/reads/fork-pages.ts';
import { pushRulesOf } from '../push-rules/reads/effective-push-rules.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    PushRules: ProjectView;
  }
}

/** Fork targets and push rules of a project. */
export function addProjectRepositoryFields(builder: GraphqlBuilder): void {
  builder.objectType('PushRules', {
    description: 'Rules for pushes, in addition to branch protection.',
    fields: (t) => ({
      rejectUnsignedCommits: t.boolean({
        nullable: false,
        description: 'Commits without a signature cannot be pushed.',
        resolve: async ({ project }, _args, { ctx }) =>
          (await pushRulesOf(ctx, { projectId: project.id })).values.reject_unsigned_commits,
      }),
    }),
  });
  builder.objectFields('Project', (t) => ({
    forkTargets: t.field({
      type: 'NamespaceConnection',
      nullable: true,
      description: 'Namespaces where you can create a fork. Null if you cannot fork the project.',
      args: { search: t.arg.string(), first: t.arg.int(), after: t.arg.string() },
      resolve: async ({ project }, { search, ...args }, { ctx }) => {
        const targets = await forkTargets(ctx, await getProjectAccess(ctx, project.id));
        const wanted = search?.toLowerCase() ?? '';
        return (
          targets &&
          sliceConnection(
            targets.filter(({ fullPath }) => fullPath.toLowerCase().includes(wanted)),
            args,
          )
        );
      },
    }),
    pushRules: t.field({ type: 'PushRules', nullable: true, resolve: (view) => view }),
  }));
}
