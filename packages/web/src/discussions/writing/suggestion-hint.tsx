import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { updateShell, useShell } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';

const NAME = 'suggest_popover_dismissed';

/** True when that is something else than what was shown. */
function setPutAway(isPutAway: boolean): boolean {
  let isChanged = false;
  updateShell((shell) => {
    const { viewer } = shell;
    if (viewer === null || (viewer.preferences[NAME] === true) === isPutAway) return shell;
    isChanged = true;
    return { ...shell, viewer: { ...viewer, preferences: { ...viewer.preferences, [NAME]: isPutAway } } };
  });
  return isChanged;
}

/** The user knows what suggestions are now; where that cannot be kept, it is explained again. */
export async function putSuggestionHintAway(): Promise<void> {
  if (!setPutAway(true)) return;
  try {
    await api.post(shellPaths.callouts, { body: { feature_name: NAME } });
  } catch {
    setPutAway(false);
    toast({ text: 'Error dismissing suggestion popover. Please try again.', tone: 'failed' });
  }
}

/** What the first button of the toolbar is for, until it was read or used. */
export function SuggestionHint({ onRead }: { onRead: () => void }) {
  const { viewer } = useShell();
  if (viewer === null || viewer.preferences[NAME] === true) return null;
  const read = () => {
    void putSuggestionHintAway();
    onRead();
  };
  return (
    <div
      role="note"
      aria-label="About suggestions"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-accent bg-accent-soft px-3 py-1.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium">Suggest changes directly.</span> The author can apply your suggestion in one
        click.
      </p>
      <Button size="sm" onClick={read}>
        Got it
      </Button>
    </div>
  );
}
