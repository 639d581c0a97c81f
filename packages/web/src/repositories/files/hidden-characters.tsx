import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const MOST_LISTED = 20;

/** Says that the text may not be what it seems, and where. */
export function HiddenCharacters({ found }: { found: readonly { line: number; labels: string[] }[] }) {
  const listed = found.slice(0, MOST_LISTED);
  return (
    <Banner tone="warning" title="This file contains hidden characters" className="mb-3">
      They can make the code look different from what it does. They are marked in the text:{' '}
      {listed.map((each, index) => (
        <span key={each.line}>
          {index > 0 && ', '}
          <TextLink href={`#L${each.line}`} className="font-medium">{`line ${each.line}`}</TextLink>
          {` (${each.labels.join(', ')})`}
        </span>
      ))}
      {found.length > listed.length && ` and ${found.length - listed.length} more lines`}.
    </Banner>
  );
}
