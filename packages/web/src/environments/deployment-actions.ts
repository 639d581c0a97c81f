import { hasNoAnswer, messageOf } from '../lib/app-error.ts';
import { api } from '../lib/http.ts';
import { confirm } from '../ui/confirm.tsx';

export type DeploymentAct = 'deploy' | 'redeploy' | 'rollback' | 'stop';

type Words = { question: string; action: string; busy: string; failure: string };

const DEPLOY_FAILED = 'Something went wrong while deploying this environment. Please try again.';

/** What each is called, asked and told. */
export const ACTS: Record<DeploymentAct, Words> = {
  deploy: {
    question: 'Are you sure you want to deploy this environment?',
    action: 'Deploy',
    busy: 'This environment is being deployed',
    failure: DEPLOY_FAILED,
  },
  redeploy: {
    question: 'Are you sure you want to re-deploy this environment?',
    action: 'Re-deploy',
    busy: 'This environment is being re-deployed',
    failure: DEPLOY_FAILED,
  },
  rollback: {
    question: 'Are you sure you want to roll back this environment?',
    action: 'Roll back',
    busy: 'This environment is being re-deployed',
    failure: DEPLOY_FAILED,
  },
  stop: {
    question: 'Are you sure you want to stop this environment?',
    action: 'Stop environment',
    busy: 'This environment is being stopped',
    failure: 'Something went wrong while stopping this environment. Please try again.',
  },
};

export const OTHER_ACTION = 'Another action is currently in progress';

/** Asks, then does it. False when the user thought better of it; throws when it could not be done. */
export async function performAct(act: DeploymentAct, path: string, text?: string): Promise<boolean> {
  const { question, action } = ACTS[act];
  if (!(await confirm({ title: question, action, danger: act === 'stop', ...(text !== undefined && { text }) })))
    return false;
  await api.post(path);
  return true;
}

/** That it was not done and, where the server gave a reason, why. */
export function failureOf(act: DeploymentAct, error: unknown): string {
  return hasNoAnswer(error) ? ACTS[act].failure : `${ACTS[act].failure} ${messageOf(error)}`;
}
