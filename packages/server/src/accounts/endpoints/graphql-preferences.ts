import { calloutName, DIFF_VIEWS, THEMES, type UserPreferences } from '@tributary/contract/accounts/preferences.ts';
import { dismissedCallouts, preferencesInput, readPreferences } from '@tributary/contract/accounts/preferences.ts';
import { PIPELINE_ID_TYPES } from '@tributary/contract/ci/pipeline-id-types.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { answerMutation, type MutationAnswer } from '../../endpoints/graphql/mutation.ts';
import { actorId } from '../../platform/actor.ts';
import { authorize, INSTANCE } from '../../platform/policy/policy.ts';
import { dismissCallout, updatePreferences } from '../operations/update-profile.ts';
import { getOwnDetails } from '../reads/user-details.ts';

type Callout = { featureName: string };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    UserPreferences: UserPreferences;
    UserCallout: Callout;
    UserCalloutConnection: { nodes: Callout[] };
    UserPreferencesPayload: MutationAnswer<{ userPreferences: UserPreferences }>;
    UserCalloutPayload: MutationAnswer<{ userCallout: Callout }>;
  }
}

function addTypes(builder: GraphqlBuilder) {
  const idType = builder.enumType('VisibilityPipelineIdType', { values: PIPELINE_ID_TYPES });
  builder.objectType('UserPreferences', {
    description: 'Display preferences of a user.',
    fields: (t) => ({
      theme: t.exposeString('theme', { nullable: false }),
      diffView: t.string({ nullable: false, resolve: (wants) => wants.diff_view }),
      viewDiffsFileByFile: t.boolean({ nullable: false, resolve: (wants) => wants.view_diffs_file_by_file }),
      showWhitespaceInDiffs: t.boolean({ nullable: false, resolve: (wants) => wants.show_whitespace_in_diffs }),
      diffFileTree: t.boolean({ nullable: false, resolve: (wants) => wants.diff_file_tree }),
      tabWidth: t.int({ nullable: false, resolve: (wants) => wants.tab_width }),
      relativeTimes: t.boolean({ nullable: false, resolve: (wants) => wants.relative_times }),
      keyboardShortcuts: t.boolean({ nullable: false, resolve: (wants) => wants.keyboard_shortcuts }),
      visibilityPipelineIdType: t.field({
        type: idType,
        nullable: true,
        resolve: (wants) => wants.visibility_pipeline_id_type,
      }),
    }),
  });
  builder.objectType('UserCallout', {
    description: 'A callout that the user dismissed.',
    fields: (t) => ({ featureName: t.exposeString('featureName', { nullable: false }) }),
  });
  builder.objectType('UserCalloutConnection', {
    fields: (t) => ({ nodes: t.field({ type: ['UserCallout'], resolve: ({ nodes }) => nodes }) }),
  });
  builder.objectType('UserPreferencesPayload', {
    fields: (t) => ({
      userPreferences: t.field({ type: 'UserPreferences', nullable: true, resolve: (each) => each.userPreferences }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  builder.objectType('UserCalloutPayload', {
    fields: (t) => ({
      userCallout: t.field({ type: 'UserCallout', nullable: true, resolve: (payload) => payload.userCallout }),
      errors: t.exposeStringList('errors', { nullable: false }),
    }),
  });
  return idType;
}

function addInputs(builder: GraphqlBuilder, idType: ReturnType<typeof addTypes>) {
  const preferences = builder.inputType('UserPreferencesUpdateInput', {
    fields: (t) => ({
      theme: t.string({ description: THEMES.join(', ') }),
      diffView: t.string({ description: DIFF_VIEWS.join(', ') }),
      viewDiffsFileByFile: t.boolean(),
      showWhitespaceInDiffs: t.boolean(),
      diffFileTree: t.boolean(),
      tabWidth: t.int(),
      relativeTimes: t.boolean(),
      keyboardShortcuts: t.boolean(),
      visibilityPipelineIdType: t.field({ type: idType }),
      clientMutationId: t.string(),
    }),
  });
  const callout = builder.inputType('UserCalloutCreateInput', {
    fields: (t) => ({
      featureName: t.string({ required: true, description: 'Letters, digits and underscores.' }),
      clientMutationId: t.string(),
    }),
  });
  return { preferences, callout };
}

/** `tabWidth` → `tab_width`; what was not given is left out. */
function stored(given: Record<string, unknown>): Record<string, unknown> {
  const named = Object.entries(given).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value ?? undefined,
  ]);
  return Object.fromEntries(named);
}

/** `currentUser.preferences`, `userPreferencesUpdate` and `userCalloutCreate`. */
export function addPreferences(builder: GraphqlBuilder): void {
  const inputs = addInputs(builder, addTypes(builder));
  builder.interfaceField('User', 'preferences', (t) =>
    t.field({
      type: 'UserPreferences',
      nullable: true,
      description: 'Visible only to the user.',
      resolve: async (user, _args, { ctx }) => {
        if (actorId(ctx.actor) !== user.id) return null;
        authorize(ctx.actor, 'use_account', INSTANCE);
        return readPreferences((await getOwnDetails(ctx)).preferences);
      },
    }),
  );
  builder.interfaceField('User', 'callouts', (t) =>
    t.field({
      type: 'UserCalloutConnection',
      nullable: true,
      description: 'Dismissed callouts. Visible only to the user.',
      resolve: async (user, _args, { ctx }) => {
        if (actorId(ctx.actor) !== user.id) return null;
        authorize(ctx.actor, 'use_account', INSTANCE);
        const names = dismissedCallouts((await getOwnDetails(ctx)).preferences);
        return { nodes: names.map((featureName) => ({ featureName })) };
      },
    }),
  );
  builder.mutationFields((t) => ({
    userPreferencesUpdate: t.field({
      type: 'UserPreferencesPayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.preferences, required: true }) },
      resolve: (_root, { input: { clientMutationId: _echo, ...given } }, { ctx }) =>
        answerMutation({ userPreferences: null }, async () => {
          const parsed = preferencesInput.safeParse(stored(given));
          if (!parsed.success) {
            throw new AppError('bad_parameter', { name: String(parsed.error.issues[0]?.path[0] ?? 'input') });
          }
          return { userPreferences: await updatePreferences(ctx, parsed.data) };
        }),
    }),
    userCalloutCreate: t.field({
      type: 'UserCalloutPayload',
      nullable: true,
      args: { input: t.arg({ type: inputs.callout, required: true }) },
      resolve: (_root, { input: { featureName } }, { ctx }) =>
        answerMutation({ userCallout: null }, async () => {
          const { data: name } = calloutName.safeParse(featureName);
          if (name === undefined) throw new AppError('bad_parameter', { name: 'feature_name' });
          await dismissCallout(ctx, { name });
          return { userCallout: { featureName: name } };
        }),
    }),
  }));
}
