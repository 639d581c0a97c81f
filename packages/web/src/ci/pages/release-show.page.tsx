import type { ReleasePageData } from '@tributary/contract/ci/releases-page.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, usePage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReleaseCard } from '../releases/release-card.tsx';

export default function ReleaseShowPage() {
  const { data } = usePage<ReleasePageData>();
  const { release, editHref, listHref } = data;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete release ${release.name}?`,
      text: `Its notes and links are deleted. The tag ${release.tag} is kept.`,
      action: 'Delete release',
      danger: true,
    });
    if (!isSure) return;
    setProblem(null);
    try {
      await api.delete(`/api/v4/projects/${data.projectId}/releases/${encodeURIComponent(release.tag)}`);
      await navigate(listHref);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <PageBody>
      <PageHeader
        title={<bdi>{release.name}</bdi>}
        {...(release.isUpcoming && { badge: <Badge tone="warning">Upcoming release</Badge> })}
        actions={
          editHref !== null && (
            <>
              <Button asChild icon={Pencil}>
                <a href={editHref}>Edit</a>
              </Button>
              <IconButton icon={Trash2} label="Delete release" onClick={() => void remove()} />
            </>
          )
        }
      />
      {problem !== null && (
        <Banner tone="danger" live className="mb-3">
          {problem}
        </Banner>
      )}
      <ReleaseCard release={release} isAlone />
    </PageBody>
  );
}
