import { giveUpUnsaved, hasUnsaved } from '../lib/unsaved.ts';
import { confirm } from '../ui/confirm.tsx';

/** May the shown page go? True at once where nothing would be lost, else what the user answers. */
export function mayLeave(): true | Promise<boolean> {
  return hasUnsaved() ? confirmLeave() : true;
}

async function confirmLeave(): Promise<boolean> {
  const isSure = await confirm({
    title: 'Leave without saving?',
    text: 'You have unsaved changes on this page.',
    action: 'Leave page',
    cancel: 'Stay here',
    danger: true,
  });
  if (isSure) giveUpUnsaved();
  return isSure;
}
