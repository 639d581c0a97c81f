import type { DescriptionTemplates } from '@tributary/contract/projects/repository-page.ts';
import { type RefObject, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/select.tsx';
import type { Surface } from './surface.ts';

const NONE = '';

/**
 * Fills a description with a template of the repository. Asks before it replaces a text that was typed; the change can be
 * undone with the keys for it.
 */
export function DescriptionTemplateField(props: {
  templates: DescriptionTemplates;
  value: string;
  /** The text that the form began with. */
  initial: string;
  onValueChange: (text: string) => void;
  surface: RefObject<Surface | null>;
}) {
  const { templates, value, initial, onValueChange, surface } = props;
  const [chosen, setChosen] = useState<{ name: string; text: string } | null>(
    templates.initial === null ? null : { name: templates.initial, text: initial },
  );
  const [error, setError] = useState<string | undefined>();
  const last = useRef(0);
  if (templates.names.length === 0) return null;
  const choose = async (name: string) => {
    const request = ++last.current;
    setError(undefined);
    try {
      const { content } =
        name === NONE
          ? { content: '' }
          : await api.get<{ content: string }>(`${templates.path}/${encodeURIComponent(name)}`);
      // Another one was chosen while this one was loaded.
      if (request !== last.current) return;
      const before = surface.current?.read() ?? value;
      const isTyped = before.trim() !== '' && before !== initial && before !== chosen?.text && before !== content;
      const question = {
        title: name === NONE ? 'Remove the template?' : `Use the template ${name}?`,
        text: 'This replaces the description you wrote.',
        action: 'Replace description',
      };
      if (isTyped && !(await confirm(question))) return;
      setChosen(name === NONE ? null : { name, text: content });
      // While the preview is shown there is no field to do it.
      if (surface.current) surface.current.rewrite(0, surface.current.read().length, content, { start: 0, end: 0 });
      else onValueChange(content);
    } catch (failure) {
      if (request === last.current) setError(messageOf(failure));
    }
  };
  return (
    <Select
      label="Description template"
      placeholder="Select a template"
      className="sm:w-80"
      value={chosen?.name ?? NONE}
      onValueChange={(name) => void choose(name)}
      options={[
        { value: NONE, label: chosen === null ? 'Select a template' : 'No template' },
        ...templates.names.map((name) => ({ value: name, label: name })),
      ]}
      error={error}
    />
  );
}
