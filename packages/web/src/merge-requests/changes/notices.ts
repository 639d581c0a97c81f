export { BuildingNotice } from './building-notice.tsx';
export { RangeFailure } from './range-failure.tsx';
export { ReviewedFailure } from './reviewed/reviewed-failure.tsx';
export { ManyFiles, SourceGone } from './plain-notices.tsx';
