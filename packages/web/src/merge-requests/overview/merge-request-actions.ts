import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { showSaved } from '../../app/show-saved.ts';
import { stateFailure } from '../../discussions/model/state-failure.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { toast } from '../../ui/toast.tsx';

type Page = MergeRequestShowPageData;

/** Approves the head that the page shows. Throws what the server answers. */
export async function approve({ approval, mergeRequest: { headSha } }: Page): Promise<void> {
  await api.post(approval.approvePath, { body: headSha === null ? {} : { sha: headSha }, isConfirming: true });
  await showSaved();
}

export async function revokeApproval({ approval }: Page): Promise<void> {
  await api.post(approval.unapprovePath, { body: {} });
  await showSaved();
}

/** A head that was approved before, and is not the one that is shown. */
export function isApprovalStale({ approval }: Page): boolean {
  return approval.hasApproved && approval.approvals.some((each) => !each.isCurrent);
}

async function change({ paths }: Page, body: object, failureText?: string): Promise<void> {
  try {
    await api.put(paths.api, { body });
    await showSaved();
  } catch (error) {
    toast({ text: failureText ?? messageOf(error), tone: 'failed' });
  }
}

/** The title stays with the server: someone may have given another one meanwhile. */
export function toggleDraft(page: Page): Promise<void> {
  return change(page, { draft: !page.mergeRequest.draft });
}

export function changeState(page: Page, event: 'close' | 'reopen'): Promise<void> {
  const failureText = stateFailure(event === 'close' ? 'closing' : 'reopening', 'merge request');
  return change(page, { state_event: event }, failureText);
}
