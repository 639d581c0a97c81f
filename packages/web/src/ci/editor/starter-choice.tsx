import type { StarterFile } from '@tributary/contract/ci/config-editor.ts';
import { Card } from '../../ui/card.tsx';

type Props = { path: string; branch: string; starters: readonly StarterFile[]; onPick: (starter: StarterFile) => void };

/** A branch without a configuration: the ways to begin with one. */
export function StarterChoice({ path, branch, starters, onPick }: Props) {
  return (
    <Card className="mb-4 p-4">
      <h2 className="text-h3">Start with a template</h2>
      <p className="mb-3 text-fg-muted wrap-anywhere">
        The branch <bdi className="font-mono text-sm text-fg">{branch}</bdi> has no{' '}
        <bdi className="font-mono text-sm text-fg">{path}</bdi> yet. Choose a template, or write your own below.
      </p>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {starters.map((starter) => (
          <li key={starter.name}>
            <button
              type="button"
              onClick={() => onPick(starter)}
              className="control flex h-full w-full flex-col rounded-md border bg-surface px-3 py-2 text-left hover:bg-hover"
            >
              <span className="font-medium">{starter.name}</span>
              <span className="text-sm text-fg-muted">{starter.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
