import { Fragment } from 'react';

/** Why a file does not merge; the branches, which the sentence names between backticks, as code. */
export function ConflictMessage({ message }: { message: string }) {
  return message.split('`').map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <code key={at} className="wrap-anywhere">
        {part}
      </code>
    ),
  );
}
