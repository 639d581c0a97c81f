import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { encodePath } from '@tributary/contract/projects/repository-paths.ts';
import type { ConfirmQuestion } from '../../ui/confirm.tsx';

/** Best first; of each kind the newer name and the older one. */
const STRATEGIES = [
  'merge_train',
  'add_to_merge_train_when_checks_pass',
  'add_to_merge_train_when_pipeline_succeeds',
  'merge_when_checks_pass',
  'merge_when_pipeline_succeeds',
];

/** The one that the button takes of those that the server offers. */
export function preferredStrategy(available: readonly string[]): string | null {
  return STRATEGIES.find((strategy) => available.includes(strategy)) ?? null;
}

export const isTrain = (strategy: string | null) => strategy?.includes('merge_train') === true;

type Moment = Pick<WidgetData, 'merge_trains_count' | 'ci_status' | 'pipeline'>;

export function strategyLabel(strategy: string, { merge_trains_count: count }: Moment): string {
  if (strategy === 'merge_train') return count === 0 ? 'Start merge train' : 'Add to merge train';
  if (isTrain(strategy)) {
    return count === 0 ? 'Start merge train when pipeline succeeds' : 'Add to merge train when pipeline succeeds';
  }
  return strategy === 'merge_when_pipeline_succeeds' ? 'Merge when pipeline succeeds' : 'Merge when checks pass';
}

/** Where it is in the train. */
export function positionText({
  merge_trains_count: count,
  merge_train_index: index,
}: Pick<WidgetData, 'merge_trains_count' | 'merge_train_index'>): string {
  if (index === 0) return 'It is the next to be merged.';
  return count === 1
    ? 'There is 1 merge request waiting to be merged.'
    : `There are ${count} merge requests waiting to be merged.`;
}

const isBroken = ({ ci_status: status }: Moment) => status === 'failed' || status === 'canceled';

/** What has to be asked before the merge begins; null when nothing. `strategy` is null for a merge at once. */
export function confirmationOf(data: Moment, strategy: string | null, available: readonly string[]) {
  if (isTrain(strategy)) return isBroken(data) ? START_TRAIN : null;
  if (strategy !== null) return null;
  if (available.some((each) => isTrain(each))) return AT_ONCE;
  return isBroken(data) ? UNVERIFIED : null;
}

const UNVERIFIED: ConfirmQuestion = {
  title: 'Merge unverified changes?',
  text: 'The latest pipeline for this merge request did not succeed. The latest changes are unverified.',
  action: 'Merge',
  danger: true,
};

const AT_ONCE: ConfirmQuestion = {
  title: 'Merge immediately?',
  text: 'The merge train starts again for all merge requests in it, and this one is merged without a train pipeline.',
  action: 'Merge immediately',
  danger: true,
};

const START_TRAIN: ConfirmQuestion = {
  title: 'Start merge train with a failed pipeline?',
  text: 'The latest pipeline for this merge request failed. It can fail in the merge train as well.',
  action: 'Start merge train',
};

/** The page of the train of its target branch. */
export const trainPath = ({
  target_project_full_path: path,
  target_branch: branch,
}: Pick<WidgetData, 'target_project_full_path' | 'target_branch'>): string =>
  `/${encodePath(path)}/-/merge_trains?target_branch=${encodeURIComponent(branch)}`;
