import { Banner } from '../../ui/banner.tsx';

export function SourceGone() {
  return (
    <Banner className="mt-3">
      The fork that these changes come from was deleted, or you don’t have access to it. The changes are shown as they
      were last pushed, and cannot be edited here.
    </Banner>
  );
}

export function ManyFiles() {
  return <Banner className="mt-3">This merge request is large: files beyond the first ones are collapsed.</Banner>;
}
