import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { Code, Image } from 'lucide-react';
import { ButtonGroup } from '../../../ui/button-group.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useChanges } from '../changes-context.ts';
import { useFileView } from '../use-diff-file.ts';
import { readNames } from '../read-names.ts';

/** A drawing is text as well: both can be looked at, and its lines be talked about. */
export default function ViewerSwitch({ file }: { file: PageDiffFile }) {
  const { views } = useChanges();
  const { isSource } = useFileView(file.file_hash);
  const show = (next: boolean) => {
    views.fold(file.file_hash, 'open');
    views.patch(file.file_hash, { isSource: next });
  };
  const shared = { variant: 'secondary', size: 'sm' } as const;
  return (
    <ButtonGroup label={`File view for ${readNames(file).file_path}`}>
      <IconButton {...shared} icon={Code} label="Show source" pressed={isSource} onClick={() => show(true)} />
      <IconButton {...shared} icon={Image} label="Show rendered" pressed={!isSource} onClick={() => show(false)} />
    </ButtonGroup>
  );
}
