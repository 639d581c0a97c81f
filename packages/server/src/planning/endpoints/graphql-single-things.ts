import { failFields } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { parseNumericId } from '../../endpoints/graphql/global-id.ts';
import { keyOfField } from '../../endpoints/graphql/key-of-field.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import { orNull } from '../../endpoints/graphql/or-null.ts';
import type { Context } from '../../platform/context.ts';
import { makeOnce } from '../../platform/done-once.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { getNamespaceAccess, getProjectAccess } from '../../projects/index.ts';
import { descriptionHtml } from '../description-html.ts';
import { createLabel } from '../labels/operations/create-label.ts';
import type { LabelView } from '../labels/reads/label-views.ts';
import { findLabels, listLabelsFor } from '../labels/reads/list-labels.ts';
import { milestoneById } from '../milestones/reads/list-milestones.ts';
import { loadContainer, type ContainerKey } from '../planning-container.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    LabelCreatePayload: MutationAnswer<{ label: LabelView }>;
  }
}

type Paths = { projectPath?: string | null | undefined; groupPath?: string | null | undefined };

async function placeOfPath(ctx: Context, { projectPath, groupPath }: Paths): Promise<ContainerKey> {
  if (projectPath && !groupPath) return { kind: 'project', id: (await getProjectAccess(ctx, projectPath)).project.id };
  if (groupPath && !projectPath) return { kind: 'group', id: (await getNamespaceAccess(ctx, groupPath)).namespace.id };
  return failFields({ projectPath: ['or groupPath has to be given, and not both'] });
}

const USUAL_COLOR = '#6699cc';

function addLabelCreate(builder: GraphqlBuilder): void {
  builder.objectType('LabelCreatePayload', {
    fields: (t) => ({
      label: t.field({ type: 'Label', nullable: true, resolve: (payload) => payload.label }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  const input = builder.inputType('LabelCreateInput', {
    fields: (t) => ({
      projectPath: t.id(),
      groupPath: t.id(),
      title: t.string({ required: true }),
      description: t.string(),
      color: t.string({ defaultValue: USUAL_COLOR }),
      clientMutationId: t.string(),
    }),
  });
  builder.mutationField('labelCreate', (t) =>
    t.field({
      type: 'LabelCreatePayload',
      nullable: true,
      description: 'In a project or a group.',
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: given }, { ctx, idempotencyKey }, { path }) =>
        answerMutation({ label: null }, async () => {
          const place = await placeOfPath(ctx, given);
          const key = keyOfField(idempotencyKey, path.key).idempotencyKey;
          const { title: name, description } = given;
          const wish = { place, name, description, color: given.color ?? USUAL_COLOR };
          const asked = { act: `label.create:${place.kind}:${place.id}`, key };
          const id = await makeOnce(ctx, asked, (inner) => createLabel(inner, wish));
          return { label: (await listLabelsFor(ctx, [id]))[0] ?? null };
        }),
    }),
  );
}

/** One label or milestone, the making of labels, and the description of a project as it is shown. */
export function addSingleThings(builder: GraphqlBuilder): void {
  addLabelCreate(builder);
  builder.queryField('milestone', (t) =>
    t.field({
      type: 'Milestone',
      nullable: true,
      args: { id: t.arg({ type: 'MilestoneID', required: true }) },
      resolve: (_root, { id }, asked) => orNull(asked, () => milestoneById(asked.ctx, parseNumericId(id, 'Milestone'))),
    }),
  );
  builder.objectFields('Project', (t) => ({
    label: t.field({
      type: 'Label',
      nullable: true,
      description: 'A label available in the project, by name.',
      args: { title: t.arg.string({ required: true }) },
      resolve: async ({ project }, { title }, { ctx }) => {
        const place = await loadContainer(ctx, { kind: 'project', id: project.id });
        if (!isAllowed(ctx.actor, 'read_labels', place.policy)) return null;
        return [...(await findLabels(ctx, place, [title])).values()].find(({ name }) => name === title) ?? null;
      },
    }),
    descriptionHtml: t.string({
      nullable: true,
      resolve: ({ project: { id, name, description, full_path: fullPath } }, _args, { ctx }) =>
        descriptionHtml(ctx, { kind: 'project', id, name, fullPath, href: `/${fullPath}` }, description),
    }),
  }));
}
