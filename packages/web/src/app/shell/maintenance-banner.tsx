import { Banner } from '../../ui/banner.tsx';

/** Above every page while nothing can be changed. */
export default function MaintenanceBanner({ text }: { text: string }) {
  return (
    <section aria-label="Maintenance">
      <Banner tone="warning">{text}</Banner>
    </section>
  );
}
