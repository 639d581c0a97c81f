import { EnvironmentSettings } from '../settings/environment-settings.tsx';

export default EnvironmentSettings;
