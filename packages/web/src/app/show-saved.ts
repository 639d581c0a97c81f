import { reloadPage } from './navigation.tsx';
import { toast } from '../ui/toast.tsx';

/** The page with what was saved just now. It is saved by now, whatever comes of this: that is told for itself. */
export async function showSaved(): Promise<void> {
  try {
    await reloadPage();
  } catch {
    toast({
      text: 'The change was saved. Reload the page to see it.',
      tone: 'failed',
      action: { text: 'Reload', run: () => void showSaved() },
    });
  }
}
