import type { ForkNewPageData } from '@tributary/contract/projects/repository-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ForkForm } from '../fork-form.tsx';

export default function ForkNewPage() {
  const { data } = usePage<ForkNewPageData>();
  const isPossible = data.namespaces.some((namespace) => namespace.existing === null);
  return (
    <PageBody>
      <PageHeader
        title="Fork project"
        meta={
          <>
            A copy of <bdi className="font-medium text-fg">{data.source.fullPath}</bdi> that you can change freely.
          </>
        }
      />
      {isPossible ? (
        <ForkForm data={data} />
      ) : (
        <Banner tone="info" title="You have already forked this project">
          {data.namespaces.map(
            ({ existing }) =>
              existing !== null && (
                <a key={existing.fullPath} href={existing.href} className="block text-accent-fg hover:underline">
                  {existing.fullPath}
                </a>
              ),
          )}
        </Banner>
      )}
    </PageBody>
  );
}
