import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { useChanges } from './changes-context.ts';
import { DiffFileCard } from './diff-file-card.tsx';

function Steps({ at, label }: { at: number; label: string }) {
  const { files, step } = useChanges();
  return (
    <nav aria-label={label} className="mb-4 flex items-center justify-center gap-3">
      <Button size="sm" icon={ChevronLeft} disabled={at === 0} onClick={() => step(-1)}>
        Previous
      </Button>
      <span className="text-fg-muted">
        File {at + 1} of {files.length}
      </span>
      <Button size="sm" iconEnd={ChevronRight} disabled={at === files.length - 1} onClick={() => step(1)}>
        Next
      </Button>
    </nav>
  );
}

/** One file at a time; the address says which. */
export function OneFile() {
  const { files, current, store } = useChanges();
  const { search } = usePageUrl();
  const named = search.get('file');
  const at = Math.max(
    0,
    files.findIndex((file) => file.file_hash === named),
  );
  const file = files[at];
  const next = files[at + 1];
  useEffect(() => {
    if (file) current.set(file.file_hash);
    const load = async () => {
      if (file) await store.settled(file.index);
      if (next) await store.preload(next.index);
    };
    void load();
  }, [file, next, current, store]);
  if (!file) return null;
  return (
    <>
      <Steps at={at} label="Files (top)" />
      <DiffFileCard key={file.file_hash} summary={file} />
      <Steps at={at} label="Files (bottom)" />
    </>
  );
}
