import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { boundHotkeys, REQUEST_HOTKEYS } from '../../app/hotkey-catalogue.ts';
import { useNavigate } from '../../app/navigation.tsx';
import { copyText } from '../../lib/copy.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { toast } from '../../ui/toast.tsx';

/** Copies the name and says so. */
export async function copyBranch(branch: string): Promise<void> {
  if (await copyText(branch)) toast({ text: `Source branch ${branch} copied.` });
  else toast({ text: 'The browser did not allow copying.', tone: 'failed' });
}

/** Keys that work on every tab of a merge request. */
export function useRequestKeys({ mergeRequest: { source }, can, paths }: MergeRequestShowPageData): void {
  const navigate = useNavigate();
  useHotkeys(
    boundHotkeys(REQUEST_HOTKEYS, {
      ...(source && { 'merge-request.copy-branch': () => void copyBranch(source.branch) }),
      ...(can.update && { 'merge-request.edit': () => void navigate(paths.edit) }),
    }),
  );
}
