import { Fragment, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

/** What looks closer at a name that is not plain; it comes with the first of them. */
export const OddName = lazyPart(async () => ({ default: (await import('./odd-name.tsx')).OddName }));

/** As nearly all names are: every sign is seen, and reads as what it is. Path keys of names that are no UTF-8 are not. */
export const PLAIN_NAME = /^(?!\/\/)[!-~]([ -~]*[!-~])?$/;

/** A name as it is: what may not be seen in it, or misleads, has marks. */
export function NameText({ name }: { name: string }) {
  return PLAIN_NAME.test(name) ? (
    name
  ) : (
    <Suspense fallback={name}>
      <OddName name={name} />
    </Suspense>
  );
}

/** A path, by its key: it breaks after its slashes, and within a name only where that alone is too long. */
export function PathText({ path }: { path: string }) {
  const parts = path.startsWith('//') ? [path] : path.split('/');
  return (
    <bdi className="[overflow-wrap:anywhere]">
      {parts.map((part, at) => (
        <Fragment key={`${at}-${part}`}>
          <NameText name={part} />
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
