import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';

/** What its reader may do about a version that arrived. */
export function NewerVersionOffer({ shownHead, onShow }: { shownHead: string; onShow: () => void }) {
  const { renameSearch } = usePageUrl();
  return (
    <div className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-md border bg-overlay px-3 py-2 shadow-float">
      <span>A newer version of these changes has arrived.</span>
      <Button size="sm" onClick={() => renameSearch({ start_sha: shownHead, diff_id: null })}>
        Show what is new
      </Button>
      <Button size="sm" variant="ghost" onClick={onShow}>
        Show the newest version
      </Button>
    </div>
  );
}
