import type { IdePageData } from '@tributary/contract/projects/repository-page.ts';
import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { Ellipsis, FilePen, FileLock2, FileText, Trash2, Undo2, Code } from 'lucide-react';
import { useState } from 'react';
import { TextHistory } from '../../app/autosave/text-history.tsx';
import { formatBytes } from '../../lib/format.ts';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLinkItem } from '../../ui/menu.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChangesPreview, MarkdownPreview } from '../editor/editor-previews.tsx';
import { type EditorTab, EditorViews, type EditorViewsProps } from '../editor/editor-views.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { languageOfPath } from '../model/language-of-path.ts';
import { NOT_EDITED } from '../editor/not-edited.ts';
import { IdeEditor } from './ide-editor.tsx';
import { fieldOfFile } from './model/ide-draft.ts';
import type { IdeEntry } from './model/ide-entry.ts';
import { changeOf, textOf } from './model/ide-file.ts';
import type { OpenFile } from './model/ide-state.ts';
import type { Ide } from './use-ide.ts';

type Props = { ide: Ide; place: IdePageData['place']; onRename: (path: string) => void; onSubmit: () => void };

function FileBar({
  file,
  ide,
  onRename,
  ...views
}: Pick<Props, 'ide' | 'onRename'> & Omit<EditorViewsProps, 'hasPreview'> & { file: OpenFile }) {
  const { rawPath } = ide.entry(file.path);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-3 py-2">
      <span className="min-w-0 flex-1 basis-60 font-mono text-code break-all">
        <MarkedName name={displayPath(file.path)} />
      </span>
      <div className="flex items-center gap-2">
        {file.notice === null && (
          <>
            <EditorViews {...views} hasPreview={languageOfPath(file.path) === 'markdown'} />
            <TextHistory
              slot={{ place: ide.at, field: fieldOfFile(file) }}
              of="file"
              onRestore={(earlier) => ide.editors.get(file.id)?.replace(earlier)}
            />
          </>
        )}
        <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions for this file" size="sm" />}>
          {/* Bytes that are no text cannot be typed. */}
          {!file.path.startsWith('//') && (
            <MenuItem icon={FilePen} onSelect={() => onRename(file.path)}>
              Rename or move
            </MenuItem>
          )}
          {file.was !== null && changeOf(file) !== null && (
            <MenuItem icon={Undo2} onSelect={() => ide.revert(file)}>
              Undo changes
            </MenuItem>
          )}
          {rawPath !== null && (
            <MenuLinkItem icon={FileText} href={rawPath} native>
              Open raw
            </MenuLinkItem>
          )}
          <MenuItem icon={Trash2} danger onSelect={() => ide.remove(file.path)}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </div>
  );
}

/** An image is shown, as the branch has it or as it was chosen; of other bytes it is said why they are not edited. */
function NotEdited({ file, entry }: { file: OpenFile; entry: IdeEntry }) {
  if (file.notice === null) return null;
  const { mimeType, rawPath, size } = entry;
  const isChosen = file.encoding === 'base64' && file.text !== null;
  const source = isChosen ? `data:${mimeType};base64,${file.text}` : rawPath;
  return (
    <>
      {mimeType.startsWith('image/') && source !== null && file.notice === 'binary' && (
        <img src={source} alt={displayPath(file.path)} className="mx-auto max-h-[60vh] max-w-full p-3" />
      )}
      <EmptyState
        icon={FileLock2}
        title={isChosen ? 'This file replaces the content when you commit' : 'This file cannot be edited here'}
        text={isChosen ? `${mimeType}, ${formatBytes(size ?? 0)}` : NOT_EDITED[file.notice]}
      />
    </>
  );
}

/** What is edited: one of the open files, or a word on how to begin. */
export function IdePane({ ide, place, onRename, onSubmit }: Props) {
  const [tab, setTab] = useState<EditorTab>('edit');
  const [isWrapped, setWrapped] = useStored('code.wrap', false, parseBoolean);
  const { files, open, active } = ide.state;
  const file = ide.opening === null ? files.find(({ id }) => id === active) : undefined;
  const language = file && languageOfPath(file.path);
  const shown = tab === 'preview' && language !== 'markdown' ? 'edit' : tab;
  return (
    <>
      {file && (
        <FileBar
          file={file}
          ide={ide}
          tab={shown}
          onTab={(next) => {
            ide.look();
            setTab(next);
          }}
          isWrapped={isWrapped}
          onWrap={setWrapped}
          onRename={onRename}
        />
      )}
      {open.map((id) => {
        const each = files.find((known) => known.id === id);
        return (
          each &&
          each.notice === null && (
            <div key={id} hidden={each !== file || shown !== 'edit'}>
              <IdeEditor
                file={each}
                isWrapped={isWrapped}
                editors={ide.editors}
                onChange={ide.written}
                onSubmit={onSubmit}
              />
            </div>
          )
        );
      })}
      {file && file.notice === null && shown === 'preview' && (
        <MarkdownPreview text={textOf(file)} projectPath={place.projectPath} />
      )}
      {file && file.notice === null && shown === 'changes' && (
        <ChangesPreview before={file.base?.content ?? ''} after={textOf(file)} name={file.path} />
      )}
      {file && file.notice !== null && <NotEdited file={file} entry={ide.entry(file.path)} />}
      {ide.opening?.problem === null && (
        <div role="status" aria-label={`Opening ${displayPath(ide.opening.path)}`} className="p-3">
          <Skeleton width="100%" height="60vh" />
        </div>
      )}
      {ide.opening && ide.opening.problem !== null && (
        <ErrorState text={ide.opening.problem} onRetry={() => void ide.open(ide.opening?.path ?? '')} />
      )}
      {!file && ide.opening === null && (
        <EmptyState icon={Code} title="Select a file to edit" text="Edit several files and commit them together." />
      )}
    </>
  );
}
