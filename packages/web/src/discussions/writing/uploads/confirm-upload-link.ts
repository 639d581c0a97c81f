import { confirm } from '../../../ui/confirm.tsx';

const UPLOAD_LINK = /\/uploads\/[0-9a-f]{32}\//;

/** Asks before a text is sent that links to an uploaded file; false: it is not to be sent. */
export async function confirmUploadLink(text: string, what: { noun: string; action: string }): Promise<boolean> {
  if (!UPLOAD_LINK.test(text)) return true;
  return confirm({
    title: `This ${what.noun} links to an uploaded file.`,
    text: `Everybody who may read the ${what.noun} can open the file.`,
    action: what.action,
    cancel: 'Continue editing',
  });
}
