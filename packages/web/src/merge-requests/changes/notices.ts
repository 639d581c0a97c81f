export { BuildingNotice } from './building-notice.tsx';
export { RangeFailure } from './range-failure.tsx';
export { ViewedFilesFailure } from './viewed-files/viewed-files-failure.tsx';
export { ManyFiles, SourceForkDeleted } from './plain-notices.tsx';
