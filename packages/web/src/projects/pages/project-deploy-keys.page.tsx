export { DeployKeys as default } from '../deploy-keys/deploy-keys.tsx';
