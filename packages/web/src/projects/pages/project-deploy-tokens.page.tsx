export { DeployTokens as default } from '../deploy-tokens/deploy-tokens.tsx';
