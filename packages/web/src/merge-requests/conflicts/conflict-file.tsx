import type { ConflictFileView } from '@tributary/contract/merge-requests/conflicts.ts';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { ConflictMessage } from '../conflict-message.tsx';
import { ConflictLines } from './conflict-lines.tsx';
import {
  conflictCount,
  editableText,
  type FileChoice,
  hasTwoNames,
  initialChoice,
  isResolved,
  nameOf,
} from './resolution.ts';

const ThreeWayEditor = lazyPart(() => import('./three-way-editor.tsx'));

type Props = {
  file: ConflictFileView;
  choice: FileChoice | null;
  branches: { source: string; target: string };
  onChoose: (choice: FileChoice | null) => void;
};

/** One file in conflict, with the ways to resolve it. */
export function ConflictFile({ file, choice, branches, onChoose }: Props) {
  const isEdited = choice !== null && 'content' in choice;
  const name = nameOf(file);
  return (
    <Card label={name}>
      <CardHeader
        title={<code className="wrap-anywhere">{name}</code>}
        meta={
          isResolved(choice) ? (
            <Badge tone="success" icon={CircleCheck}>
              Resolved
            </Badge>
          ) : (
            <Badge tone="warning">Conflict</Badge>
          )
        }
        actions={<WaysToResolve file={file} choice={choice} branches={branches} onChoose={onChoose} />}
      />
      <p className="border-b px-4 py-2 text-fg-muted">
        <ConflictMessage message={file.message} />
      </p>
      {choice !== null && !('use' in choice) && hasTwoNames(file) && (
        <div className="border-b px-4 py-2">
          <RadioGroup
            label="Name of the file"
            value={choice.name ?? 'source'}
            onValueChange={(name) => onChoose({ ...choice, name: name === 'target' ? 'target' : 'source' })}
            options={[
              { value: 'source', label: file.sourcePath },
              { value: 'target', label: file.targetPath },
            ]}
          />
        </div>
      )}
      {isEdited ? (
        <EditedText file={file} choice={choice} branches={branches} onChoose={onChoose} />
      ) : file.sections === null || (choice !== null && 'use' in choice) ? (
        <Versions file={file} choice={choice} branches={branches} />
      ) : (
        <ConflictLines
          file={file}
          sections={file.sections}
          choices={choice !== null && 'choices' in choice ? choice.choices : []}
          branches={branches}
          onChoose={(at, line) => {
            if (choice !== null && 'choices' in choice) onChoose({ ...choice, choices: choice.choices.with(at, line) });
          }}
        />
      )}
    </Card>
  );
}

function WaysToResolve({ file, choice, branches, onChoose }: Props) {
  const used = choice !== null && 'use' in choice ? choice.use : null;
  const isEdited = choice !== null && 'content' in choice;
  const text = (side: 'source' | 'target') => {
    if (file[side === 'source' ? 'sourcePath' : 'targetPath'] === null) return 'Delete file';
    if (file.sourcePath === null || file.targetPath === null) return 'Keep file';
    return `Use ${side}`;
  };
  return (
    <ButtonGroup label={`Resolve ${nameOf(file)}`} className="flex-wrap">
      {file.sections !== null && (
        <Button
          size="sm"
          aria-pressed={used === null && !isEdited}
          onClick={() => (used !== null || isEdited) && onChoose(initialChoice(file))}
        >
          Choose lines
        </Button>
      )}
      {file.isEditable && (
        <Button
          size="sm"
          aria-pressed={isEdited}
          onClick={() => !isEdited && onChoose({ content: editableText(file, choice, branches) })}
        >
          Edit
        </Button>
      )}
      {(['source', 'target'] as const).map((side) => (
        <Button key={side} size="sm" aria-pressed={used === side} onClick={() => onChoose({ use: side })}>
          {text(side)}
        </Button>
      ))}
    </ButtonGroup>
  );
}

/** Of a file that is chosen as a whole: what each branch has. */
function Versions({ file, choice, branches }: Pick<Props, 'file' | 'choice' | 'branches'>) {
  const used = choice !== null && 'use' in choice ? choice.use : null;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 px-4 py-3">
      {(['source', 'target'] as const).map((side) => {
        const path = side === 'source' ? file.sourcePath : file.targetPath;
        const size = side === 'source' ? file.sourceSize : file.targetSize;
        return (
          <div key={side} className="contents">
            <dt className="text-fg-muted">
              {side === 'source' ? 'Source' : 'Target'} <code>{branches[side]}</code>
            </dt>
            <dd className={used === side ? 'font-medium' : ''}>
              {path === null ? 'Deleted' : <code className="wrap-anywhere">{path}</code>}
              {size !== null && ` (${formatBytes(size)}${file.isBinary ? ', binary' : ''})`}
              {used === side && ' – used'}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function EditedText({
  file,
  choice,
  branches,
  onChoose,
}: Props & { choice: Extract<FileChoice, { content: string }> }) {
  // The editor keeps its own text; it is given one when it opens.
  const [initial] = useState(choice.content);
  return (
    <>
      {!isResolved(choice) && (
        <p role="note" className="border-b px-4 py-2 text-sm text-warning">
          {conflictCount(file) === 1 ? 'Remove the conflict markers' : 'Remove all conflict markers'} to resolve the
          file.
        </p>
      )}
      <ThreeWayEditor
        file={file}
        initial={initial}
        branches={branches}
        onChange={(content) => onChoose({ ...choice, content })}
      />
    </>
  );
}
