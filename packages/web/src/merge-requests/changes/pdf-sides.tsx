import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import PdfView from '../../ui/pdf/pdf-view.tsx';
import { sidesOf } from '../../discussions/images/image-sides.ts';

type Sides = Parameters<typeof sidesOf>[0] & Pick<PageDiffFile, 'file_path'>;

/** Both sides of a changed PDF beside each other, or the one there is. */
export default function PdfSides({ file }: { file: Sides }) {
  const sides = sidesOf(file);
  return (
    <div className={sides.length > 1 ? 'grid gap-4 px-4 pb-4 md:grid-cols-2' : 'px-4 pb-4'}>
      {sides.map((side) => (
        <figure key={side.key} className="flex min-w-0 flex-col gap-1">
          <figcaption className="text-sm text-fg-muted">{side.label}</figcaption>
          <PdfView
            src={side.src}
            sizeBytes={side.sizeBytes}
            label={`${displayPath(file.file_path)} ${side.label.toLowerCase()}`}
          />
        </figure>
      ))}
    </div>
  );
}
