import { reloadPage } from '../../../app/navigation.tsx';
import { showSaved } from '../../../app/show-saved.ts';
import { isAppError } from '../../../lib/app-error.ts';
import { api } from '../../../lib/http.ts';
import type { UsedForm } from '../../../app/autosave/use-sent-form.ts';
import { mayBeSent } from './may-be-sent.ts';

/** Gives a thing another title; false: its writer wants to think about it again. */
export async function saveTitle(
  path: string,
  was: { title: string; version: string },
  title: string,
  { headersFor, arrived }: UsedForm,
): Promise<boolean> {
  if (!(await mayBeSent({ texts: [title], before: [was.title], noun: 'title', action: 'Save title' }))) return false;
  try {
    const body = { title, last_known_updated_at: was.version };
    await api.put(path, { body, headers: headersFor(body) });
    arrived();
  } catch (failure) {
    // Someone else was faster: their title is told beside the reason.
    if (isAppError(failure) && failure.status === 409) await reloadPage();
    throw failure;
  }
  await showSaved();
  return true;
}
