import type { AdminUserAction } from '@tributary/contract/accounts/page.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { performUserAction } from '../commands.ts';
import { actionTexts } from '../model/user-actions.ts';
import { type Actions, useActions } from './action-problem.tsx';

export type UserActing = {
  actions: Actions;
  /** Said when the page itself does not show what happened. */
  done: string | null;
  act: (user: { id: number; name: string }, action: AdminUserAction) => Promise<void>;
};

/** Asks where it must, acts, and shows what the server says afterwards. */
export function useUserAction(): UserActing {
  const actions = useActions();
  const confirm = useConfirm();
  const [done, setDone] = useState<string | null>(null);
  const act: UserActing['act'] = async (user, action) => {
    const { label, question, danger = false, done: text = null } = actionTexts[action];
    setDone(null);
    if (question !== undefined) {
      const asked = { title: question.title(user.name), text: question.text, action: label, danger };
      if (!(await confirm(asked))) return;
    }
    const isDone = await actions.run(`${action} ${user.id}`, async () => {
      await performUserAction(user.id, action);
      await reloadPage();
    });
    if (isDone) setDone(text);
  };
  return { actions, done, act };
}
