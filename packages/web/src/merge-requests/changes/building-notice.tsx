import { Banner } from '../../ui/banner.tsx';
import { buildingPauseMs } from '../queries.ts';

/** The comparison is being made. */
export function BuildingNotice() {
  return (
    <Banner tone="warning" live>
      {buildingPauseMs() === null
        ? 'Building your merge request. Wait a few moments, then refresh this page.'
        : 'Building your merge request… This page will update when the build is complete.'}
    </Banner>
  );
}
