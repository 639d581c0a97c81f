import { Banner } from '../../ui/banner.tsx';

export function SourceForkDeleted() {
  return (
    <Banner className="mt-3">
      The source fork was deleted, or you don’t have access to it. The changes are shown as last pushed and cannot be
      edited here.
    </Banner>
  );
}

export function ManyFiles() {
  return <Banner className="mt-3">This merge request is large. Only the first files are expanded.</Banner>;
}
