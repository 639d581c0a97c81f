import { DoraView } from '../dora/dora-view.tsx';

export default DoraView;
