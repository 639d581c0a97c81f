import { X } from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What `text` names beside what is there already: several are separated by commas or spaces. */
function withReferences(references: readonly string[], text: string): string[] {
  const added = text.split(/[\s,]+/).filter((each) => each !== '');
  return [...new Set([...references, ...added])];
}

/** Merge requests that have to be merged first. */
export function DependenciesField({
  references,
  onReferencesChange,
  hidden,
  removesHidden,
  onRemovesHiddenChange,
}: {
  references: readonly string[];
  onReferencesChange: (references: string[]) => void;
  /** How many there are that the user cannot see. */
  hidden: number;
  removesHidden: boolean;
  onRemovesHiddenChange: (removesHidden: boolean) => void;
}) {
  const [text, setText] = useState('');
  const add = () => {
    if (text.trim() !== '') onReferencesChange(withReferences(references, text));
    setText('');
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <TextField
          label="Merge request dependencies"
          hint="Merge requests that must be merged before this one. Enter references such as !5 or group/project!5, or URLs."
          value={text}
          onValueChange={setText}
          // What was typed and not added is meant too.
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || text.trim() === '') return;
            event.preventDefault();
            add();
          }}
          className="flex-1"
        />
        <Button className="mt-6" onClick={add} disabled={text.trim() === ''}>
          Add
        </Button>
      </div>
      {references.length > 0 && (
        <ul aria-label="Dependencies" className="flex flex-wrap gap-2">
          {references.map((reference) => (
            <li key={reference} className="flex max-w-full items-center gap-1 rounded-md border pl-2">
              <span className="min-w-0 break-all">{reference}</span>
              <IconButton
                icon={X}
                label={`Remove ${reference}`}
                onClick={() => onReferencesChange(references.filter((each) => each !== reference))}
              />
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <Checkbox
          label={`Remove ${plural(hidden, 'dependency', 'dependencies')} that you do not have access to`}
          checked={removesHidden}
          onCheckedChange={onRemovesHiddenChange}
        />
      )}
    </div>
  );
}
