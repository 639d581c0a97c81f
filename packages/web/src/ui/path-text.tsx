import { Fragment } from 'react';

/** A path that breaks after its slashes, and within a name only where that alone is too long. */
export function PathText({ path }: { path: string }) {
  const parts = path.split('/');
  return (
    <bdi className="[overflow-wrap:anywhere]">
      {parts.map((part, at) => (
        <Fragment key={`${at}-${part}`}>
          {part}
          {at < parts.length - 1 && (
            <>
              /<wbr />
            </>
          )}
        </Fragment>
      ))}
    </bdi>
  );
}
