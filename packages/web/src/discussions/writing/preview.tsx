import type { PageSuggestionPreview } from '@tributary/contract/discussions/page.ts';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type PreviewTarget, previewMarkdown } from '../store/preview-markdown.ts';
import { CommandEffects } from '../threads/command-effects.tsx';
import { SuggestingProse } from '../threads/suggested-lines.tsx';

type Previewed = { html: string; commands: string; suggestions: readonly PageSuggestionPreview[] };

type Asked = { path: string; text: string; place: PreviewTarget | undefined };

/** The text as it will be shown, and what its commands will do. */
function Shown({ path, text, place }: Asked) {
  const [{ shown, error }, setState] = useState<{ shown: Previewed | null; error: string | null }>({
    shown: null,
    error: null,
  });
  useEffect(() => {
    const abort = new AbortController();
    previewMarkdown(path, text, abort.signal, place)
      .then(({ body, references: { commands, suggestions } }) =>
        setState({ shown: { html: body, commands, suggestions }, error: null }),
      )
      .catch((failure: unknown) => {
        if (!abort.signal.aborted) setState({ shown: null, error: messageOf(failure) });
      });
    return () => abort.abort();
  }, [path, text, place]);
  if (error !== null) return <p role="alert">{error}</p>;
  if (shown === null) return <Spinner label="Loading the preview" />;
  if (text.trim() === '') return <p className="text-fg-muted">Nothing to preview.</p>;
  return (
    <div className="flex flex-col gap-3">
      <SuggestingProse html={shown.html} suggestions={shown.suggestions} />
      <CommandEffects text={shown.commands} />
    </div>
  );
}

/** With what is wrong with the text, which its field cannot say while the preview is shown. */
export default function Preview({ wrong, ...asked }: Asked & { wrong: string | undefined }) {
  return (
    <>
      {wrong !== undefined && (
        <p role="alert" data-form-error tabIndex={-1} className="mb-2 text-sm text-error">
          {wrong}
        </p>
      )}
      <Shown {...asked} />
    </>
  );
}
