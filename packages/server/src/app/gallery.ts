import { definePage } from '../endpoints/pages/define-page.ts';

/** Every named state of the interface on one page, for users who work on it. Holds no data of the instance. */
export const galleryPage = definePage({
  kind: 'gallery',
  on: 'instance',
  path: '-/gallery',
  ability: 'read_instance',
  load: async () => ({ title: 'Gallery', data: {} }),
});
