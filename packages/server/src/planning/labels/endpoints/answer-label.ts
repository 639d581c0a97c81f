import type { Context } from '../../../platform/context.ts';
import type { ContainerWithAncestors } from '../../planning-container.ts';
import { labelAnswers } from '../reads/label-answers.ts';
import { getLabel } from '../reads/list-labels.ts';
import { toRestLabel } from '../render/to-rest-label.ts';

/** The label with this number or name, as it is met in the place. */
export async function answerLabel(ctx: Context, place: ContainerWithAncestors, idOrName: string | number) {
  const label = await getLabel(ctx, place, idOrName);
  const [answer] = await labelAnswers(ctx, place, [label], { withCounts: true });
  return answer && toRestLabel(answer.label, { ...answer, inProject: place.kind === 'project' });
}
