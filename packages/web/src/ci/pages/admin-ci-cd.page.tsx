import { CiSettings } from '../settings/ci-settings.tsx';

export default CiSettings;
