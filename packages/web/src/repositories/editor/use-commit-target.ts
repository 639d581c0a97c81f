import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import { useState } from 'react';
import { type TextSlot, useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';
import type { CommitTarget } from '../commands.ts';

export type CommitTargetState = {
  message: string;
  setMessage: (message: string) => void;
  /** Onto the branch that is looked at, or onto a new one. */
  way: 'branch' | 'new';
  setWay: (way: 'branch' | 'new') => void;
  newBranch: string;
  setNewBranch: (name: string) => void;
  wantsMergeRequest: boolean;
  setWantsMergeRequest: (wants: boolean) => void;
  /** It was committed with this message. */
  arrived: () => void;
  /** Field → sentence; empty when all is well. */
  problems: () => Record<string, string>;
  target: () => CommitTarget;
  /** Where to go when it is done: the new merge request, or what the caller says for the branch. */
  next: (hrefOnBranch: (branch: string) => string) => string;
};

/** Message, branch, and whether a merge request is begun: the same for every change made in the browser. */
export function useCommitTarget(
  form: CommitForm,
  fallbackMessage: string,
  /** Where the message is kept, or what it begins with where something else keeps it. */
  { slot = null, message: initial = '' }: { slot?: TextSlot; message?: string | undefined } = {},
): CommitTargetState {
  const { text: message, setText: setMessage, sent } = useAutosavedText(slot, initial);
  const [chosenWay, setWay] = useState<'branch' | 'new'>('branch');
  const [newBranch, setNewBranch] = useState(form.suggestedBranch);
  const [wantsMergeRequest, setWantsMergeRequest] = useState(true);
  const way = form.canCommit ? chosenWay : 'new';
  const branch = way === 'new' ? newBranch.trim() : form.branch;
  return {
    message,
    setMessage,
    way,
    setWay,
    newBranch,
    setNewBranch,
    wantsMergeRequest,
    setWantsMergeRequest,
    arrived: sent,
    problems: () => (branch === '' ? { branch: 'Enter a name for the branch.' } : {}),
    target: () => ({
      branch,
      startBranch: way === 'new' ? form.branch : null,
      message: message.trim() === '' ? fallbackMessage : message,
    }),
    next: (hrefOnBranch) =>
      way === 'new' && wantsMergeRequest
        ? form.newMergeRequestTemplate.replace('{branch}', encodeURIComponent(branch))
        : hrefOnBranch(branch),
  };
}
