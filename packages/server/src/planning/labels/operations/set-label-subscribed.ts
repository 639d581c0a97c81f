import { actorId } from '../../../platform/actor.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { can } from '../../../platform/policy/policy.ts';
import { loadContainer, type ContainerWithAncestors, type ContainerKey } from '../../planning-container.ts';
import type { LabelView } from '../reads/label-views.ts';
import { getLabel } from '../reads/list-labels.ts';
import { deleteSubscription, listSubscribedLabels, putSubscription } from '../subscription-store.ts';

export type LabelSubscriptionInput = {
  place: ContainerKey;
  /** Number or name. */
  label: string | number;
  isSubscribed: boolean;
};

type Loaded = { place: ContainerWithAncestors; label: LabelView };

/**
 * Says whether the user wants to hear when the label is put on something: of a group's label that is met in a project,
 * there alone. False: it is so already.
 */
export const setLabelSubscribed = defineOperation<LabelSubscriptionInput, Loaded, boolean>({
  name: 'label.subscribe',
  load: async (ctx, input) => {
    const place = await loadContainer(ctx, input.place);
    return { place, label: await getLabel(ctx, place, input.label) };
  },
  check: (ctx, { place }) => can(ctx.actor, 'subscribe', place.policy),
  run: async (ctx, { place, label }, { isSubscribed }) => {
    const userId = actorId(ctx.actor);
    if (userId === undefined) return false;
    const projectId = place.kind === 'project' && label.owner.kind === 'group' ? place.id : null;
    const at = { userId, labelId: label.id, projectId };
    const isSo = async () => (await listSubscribedLabels(ctx.db, [label.id], at)).has(label.id) === isSubscribed;
    if (await isSo()) return false;
    // What was said for everywhere counts again, and is contradicted only where it says something else.
    await deleteSubscription(ctx.db, at);
    if (!(await isSo())) await putSubscription(ctx.db, at, isSubscribed);
    return true;
  },
});
