import type { ConfigProblem } from '@tributary/contract/ci/config-editor.ts';
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { ConfigCheck } from './use-config-check.ts';

type Props = { check: ConfigCheck; onGoTo: (problem: ConfigProblem) => void };

function Problems({
  label,
  found,
  onGoTo,
}: {
  label: string;
  found: readonly ConfigProblem[];
  onGoTo: Props['onGoTo'];
}) {
  if (found.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
      {found.map((problem) => {
        const { file, line, column, message } = problem;
        const where = `Line ${line}, column ${column}`;
        return (
          <li key={`${file}:${line}:${column}:${message}`} className="flex flex-wrap items-baseline gap-x-2">
            {file === null ? (
              <Button size="sm" variant="ghost" className="-ml-1.5" onClick={() => onGoTo(problem)}>
                {where}
              </Button>
            ) : (
              <span className="text-fg-muted wrap-anywhere">
                <bdi className="font-mono text-sm">{file}</bdi>, {where.toLowerCase()}
              </span>
            )}
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{message}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** What the check of the text found: one sentence, and below it the problems with their lines. */
export function CheckStatus({ check, onGoTo }: Props) {
  const { result, isChecking, problem, checkNow } = check;
  if (problem !== null) {
    return (
      <div role="status" className="flex flex-wrap items-center gap-2">
        <CircleAlert size={16} aria-hidden className="shrink-0 text-failed" />
        <span className="wrap-anywhere">The configuration could not be checked. {problem}</span>
        <Button size="sm" onClick={checkNow}>
          Try again
        </Button>
      </div>
    );
  }
  if (result === null) {
    return (
      <p role="status" className="flex items-center gap-2 text-fg-muted">
        <CircleDashed size={16} aria-hidden className="shrink-0" />
        {isChecking ? 'Checking the configuration…' : 'The configuration is empty.'}
      </p>
    );
  }
  const { errors, warnings } = result;
  const isValid = errors.length === 0;
  const Icon = isValid ? (warnings.length > 0 ? TriangleAlert : CircleCheck) : CircleAlert;
  const color = isValid ? (warnings.length > 0 ? 'text-warning' : 'text-success') : 'text-failed';
  const text = isValid ? 'The configuration is valid.' : `The configuration has ${plural(errors.length, 'error')}.`;
  return (
    <div>
      <p role="status" className="flex items-center gap-2">
        <Icon size={16} aria-hidden className={`shrink-0 ${color}`} />
        {text}
        {isValid && warnings.length > 0 && ` It has ${plural(warnings.length, 'warning')}.`}
        {isChecking && <span className="text-fg-muted">Checking…</span>}
      </p>
      <Problems label="Errors" found={errors} onGoTo={onGoTo} />
      <Problems label="Warnings" found={warnings} onGoTo={onGoTo} />
    </div>
  );
}
